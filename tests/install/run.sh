#!/usr/bin/env bash
# Installs into a path with a space, moves the tree once, and builds C11 and C++17 programs against
# it by find_package and by pkg-config, with the shared and with the static library; runs them.
#   BUILD the build folder   TRNFFT_SOURCE_DIR the root of the repository
set -euo pipefail
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
consumer=$TRNFFT_SOURCE_DIR/examples/consumer
n=0
say() {
    n=$((n + 1))
    echo "ok $n - $*"
}
quiet() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; return 1; }
}

quiet cmake --install "$BUILD" --prefix "$work/first place"
mv "$work/first place" "$work/a place"
prefix="$work/a place"
library=$(find "$prefix" -name libtrnfft.so)
libdir=$(dirname "$library")
say "installed and moved"

expected=$(cd "$TRNFFT_SOURCE_DIR/include" && find . -name '*.h' | sort)
[ "$(cd "$prefix/include" && find . -type f | sort)" = "$expected" ]
say "the public headers and nothing else"

soname=$(readelf -d "$library" | sed -nE 's/.*SONAME.*\[(.*)\]/\1/p')
[[ $soname =~ ^libtrnfft\.so\.[0-9]+$ && -e $libdir/$soname ]]
say "SONAME $soname"
# First all into a file: a reader that stops early would end nm by SIGPIPE.
nm -D --defined-only "$library" >"$work/names"
if awk '$2 != "A"' "$work/names" | grep -vE ' trnfft_[a-z0-9_]+@@TRNFFT_[0-9]+\.[0-9]+$'; then
    echo "exported names without a version or a prefix"
    exit 1
fi
say "every exported name is trnfft_… with a version"

quiet cmake -S "$consumer" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="${CC:-cc}" -DCMAKE_BUILD_TYPE=Release
quiet cmake --build "$work/cmake"
for program in c_trnfft c_static cxx_trnfft cxx_static; do
    "$work/cmake/consumer_$program" >/dev/null
    say "find_package: $program"
done
readelf -d "$work/cmake/consumer_c_trnfft" | grep -F "[$soname]" >/dev/null
if readelf -d "$work/cmake/consumer_c_static" | grep -F trnfft.so; then exit 1; fi
say "shared needs $soname, static does not"

export PKG_CONFIG_PATH="$libdir/pkgconfig"
eval "flags=($(pkg-config --cflags --libs trnfft))"
eval "private=($(pkg-config --static --cflags --libs trnfft))"
static=() # the same flags with the archive in place of the shared library
for flag in "${private[@]}"; do
    if [ "$flag" = -ltrnfft ]; then flag="$libdir/libtrnfft.a"; fi
    static+=("$flag")
done
warnings=(-Wall -Wextra -Wconversion -Wshadow -Werror)
c=("${CC:-cc}" -std=c11 "${warnings[@]}" "$consumer/main.c")
cxx=("${CXX:-c++}" -std=c++17 "${warnings[@]}" "$consumer/main.cpp")
quiet "${c[@]}" -o "$work/c" "${flags[@]}"
LD_LIBRARY_PATH="$libdir" "$work/c" >/dev/null
say "pkg-config: C11, shared"
quiet "${cxx[@]}" -o "$work/cxx" "${flags[@]}"
LD_LIBRARY_PATH="$libdir" "$work/cxx" >/dev/null
say "pkg-config: C++17, shared"
quiet "${c[@]}" -o "$work/c-static" "${static[@]}"
"$work/c-static" >/dev/null
say "pkg-config: C11, static"
quiet "${cxx[@]}" -o "$work/cxx-static" "${static[@]}"
"$work/cxx-static" >/dev/null
say "pkg-config: C++17, static"
quiet "${c[@]}" -o "$work/c-all-static" -static "${private[@]}"
"$work/c-all-static" >/dev/null
say "pkg-config --static with -static"
version=$(sed -nE 's/^#define TRNFFT_VERSION_STRING "(.*)"/\1/p' "$prefix/include/trnfft/version.h")
[ "$(pkg-config --modversion trnfft)" = "$version" ]
say "pkg-config and the header agree on version $version"

if [ -x "$prefix/bin/trnfft" ]; then
    "$prefix/bin/trnfft" --version >/dev/null
    say "the installed program finds its library"
fi
echo "$n passed"

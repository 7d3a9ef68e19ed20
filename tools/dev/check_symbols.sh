#!/usr/bin/env bash
# Compares the three places where exported names stand: src/trnfft.symbols, the public headers
# (TRNFFT_API) and the built shared library; checks that every name has a symbol version, that the
# static library's names have our prefixes and that the kernels' objects need nothing but memory
# copies and fma.
#
#   tools/dev/check_symbols.sh [BUILD_DIR]   default build/release
#   tools/dev/check_symbols.sh --list        prints the names that the headers declare
set -euo pipefail
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

declared() { # the name before the first parenthesis of each TRNFFT_API declaration
    cat $(find include/trnfft -name '*.h' | sort) |
        sed -e 's@/\*.*\*/@@g' | grep -v '^#' | tr '\n' ' ' |
        grep -oE 'TRNFFT_API [^;{]*;' | grep -oE 'trnfft_[a-z0-9_]+ *\(' | tr -d '( ' |
        grep -vE '^trnfft_status$' | sort -u
}
if [ "${1:-}" = --list ]; then
    declared
    exit 0
fi
build=${1:-build/release}
library=$build/lib/libtrnfft.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

declared >"$work/headers"
sed -E -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^(<.*>)?$/d' src/trnfft.symbols | sort >"$work/list"
nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' >"$work/versioned"
sed 's/@.*//' "$work/versioned" | sort >"$work/library"

compare() { # what a b
    if ! diff -u --label "$2" --label "$3" "$work/$2" "$work/$3"; then
        echo "check_symbols: $1" >&2
        bad=1
    fi
}
compare "src/trnfft.symbols and the public headers differ" list headers
compare "the library exports other names than the list" list library
if grep -vE '^trnfft_[a-z0-9_]+@@TRNFFT_[0-9]+\.[0-9]+$' "$work/versioned"; then
    echo "check_symbols: the names above are not trnfft_… with a version" >&2
    bad=1
fi
readelf -d "$library" | grep -q 'SONAME.*libtrnfft\.so\.[0-9]' || { echo "no SONAME" >&2; bad=1; }
needed=$(readelf -d "$library" | sed -nE 's/.*NEEDED.*\[(.*)\].*/\1/p')
if grep -vE '^(libc|libm|libpthread|ld-linux.*)\.so' <<<"$needed" | grep .; then
    echo "check_symbols: the library needs the libraries above" >&2
    bad=1
fi
# A static library hides nothing: its other names must not meet those of a program.
if nm -g --defined-only "$build/lib/libtrnfft.a" 2>/dev/null | awk 'NF == 3 { print $3 }' |
    grep -vE '^(trnfft|tfi|tfk|tfn|ncs)_'; then
    echo "check_symbols: the names above have no prefix of CONTRIBUTING.md" >&2
    bad=1
fi
for object in "$build"/CMakeFiles/trnfft_isa_*/src/backend/cpu/isa/*.o; do
    if nm -u "$object" | awk '{ print $2 }' |
        grep -vE '^(memcpy|memset|memmove|fma|fmaf|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail)$'; then
        echo "check_symbols: $object calls the functions above" >&2
        bad=1
    fi
done
[ "$bad" = 0 ] && echo "symbols: $(wc -l <"$work/list") names, as listed, declared and exported"
exit "$bad"

#!/usr/bin/env bash
# Every public header compiles alone, without a warning, as C11, C17 and C++17, with <complex.h>
# before it, after it and without; none of them uses _Complex.   CC, CXX: the compilers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
cc=${CC:-gcc}
cxx=${CXX:-g++}
warnings=(-Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
bad=0
check() { # compiler language standard text
    n=$((n + 1))
    printf '%s\nextern int check;\n' "$4" >"$work/check.$2"
    if ! "$1" "-std=$3" "${warnings[@]}" -Iinclude -fsyntax-only "$work/check.$2"; then
        echo "check_headers: $1 -std=$3 fails on: $4" >&2
        bad=$((bad + 1))
    fi
}
for path in $(find include/trnfft -name '*.h' | sort); do
    header="#include <${path#include/}>"
    for standard in c11 c17; do
        check "$cc" c $standard "$header"
        check "$cc" c $standard "#include <complex.h>"$'\n'"$header"
        check "$cc" c $standard "$header"$'\n'"#include <complex.h>"
    done
    if command -v "$cxx" >/dev/null; then
        check "$cxx" cpp c++17 "$header"
        check "$cxx" cpp c++17 "#include <complex>"$'\n'"$header"
        check "$cxx" cpp c++17 "$header"$'\n'"#include <complex>"
    fi
    if grep -nE '\b(_Complex|complex\.h)\b' "$path" | grep -vE '^[0-9]+:[[:space:]]*(/?\*)'; then
        echo "check_headers: $path uses complex types" >&2
        bad=$((bad + 1))
    fi
done
[ "$bad" = 0 ] && echo "headers: $n compilations, no warning"

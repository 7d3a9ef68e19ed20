#!/bin/sh
# Each public header compiles alone, without a warning, as C11, C17 and C++17; by itself, before and
# after the complex header of the language; and none of them uses C99 complex numbers.
#
#   CC, CXX              the compilers (default cc, c++; without a C++ compiler C++ is left out, and said)
#   TRNFFT_SOURCE_DIR    root of the sources (default: two folders above this script)
set -u
root=${TRNFFT_SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
cc=${CC:-cc}
cxx=${CXX:-c++}
warnings="-Wall -Wextra -Wconversion -Wshadow -pedantic -Werror"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
checked=0

# check COMPILER STANDARD LANGUAGE COMPLEX_HEADER HEADER
check() {
    for order in alone before after; do
        {
            [ "$order" = after ] && echo "#include <$4>"
            echo "#include <trnfft/$5>"
            [ "$order" = before ] && echo "#include <$4>"
            # A second time: the guard holds. A declaration: no translation unit is empty.
            echo "#include <trnfft/$5>"
            echo "extern int trnfft_header_is_usable;"
        } >"$work/use"
        checked=$((checked + 1))
        # shellcheck disable=SC2086
        if ! $1 -std="$2" -x "$3" $warnings -I"$root/include" -fsyntax-only "$work/use"; then
            echo "FAILED: <trnfft/$5> as $2, $order ${4:+(<$4>)}"
            failed=$((failed + 1))
        fi
    done
}

if command -v "$cxx" >/dev/null 2>&1; then
    has_cxx=1
else
    has_cxx=0
    echo "no C++ compiler ($cxx): C++17 is not checked"
fi
for path in "$root"/include/trnfft/*.h "$root"/include/trnfft/experimental/*.h; do
    [ -f "$path" ] || continue
    header=${path#"$root"/include/trnfft/}
    check "$cc" c11 c complex.h "$header"
    check "$cc" c17 c complex.h "$header"
    [ "$has_cxx" = 1 ] && check "$cxx" c++17 c++ complex "$header"
    if grep -n '_Complex\|<complex' "$path"; then
        echo "FAILED: <trnfft/$header> uses C99 complex numbers"
        failed=$((failed + 1))
    fi
done
echo "$checked compilations, $failed failed"
[ "$checked" -gt 0 ] && [ "$failed" -eq 0 ]

#!/usr/bin/env bash
# The checks of the code's form. --quick: only those that take seconds and need no extra package.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
build=build/lint
jobs=$(nproc)
failed=()
step() {
    local name=$1
    shift
    echo "== $name"
    "$@" || failed+=("$name")
}
warnings_as_errors() {
    local compiler
    for compiler in gcc clang; do
        cmake -G Ninja -S . -B "$build-$compiler" -DCMAKE_C_COMPILER=$compiler \
            -DCMAKE_BUILD_TYPE=Release -DTRNFFT_WERROR=ON --log-level=WARNING &&
            cmake --build "$build-$compiler" -- -k 0 || return 1
    done
}
run_clang_tidy() { # the library and the program; tests follow the same warnings by the compilers
    find src tools/trnfft -name '*.c' -not -path '*/isa/*' | sort |
        xargs -P "$jobs" -n 4 clang-tidy --quiet -p "$build-clang" --warnings-as-errors='*' 2>/dev/null
}
run_cppcheck() {
    cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
        --error-exitcode=1 --suppressions-list=tools/dev/cppcheck.txt -j "$jobs" \
        -I src -I include -DTRNFFT_STATIC=1 src/base src/tensor src/plan src/solvers src/fft \
        src/signal tools/trnfft
}
step layers tools/dev/check_layers.sh
step style tools/dev/check_style.sh
if [ "${1:-}" != --quick ]; then
    step format tools/dev/format.sh --check
    step warnings warnings_as_errors
    step headers env CC=gcc CXX=g++ tools/dev/check_headers.sh
    step headers-clang env CC=clang CXX=clang++ tools/dev/check_headers.sh
    step symbols tools/dev/check_symbols.sh "$build-gcc"
    step clang-tidy run_clang_tidy
    step cppcheck run_cppcheck
fi
if [ ${#failed[@]} != 0 ]; then
    echo "lint: failed: ${failed[*]}"
    exit 1
fi
echo "lint: clean"

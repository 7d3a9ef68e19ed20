#!/usr/bin/env bash
# Builds the library and the tests for other processors, links them statically and runs them under
# qemu-user.   tools/dev/test_cross.sh TARGET...    targets: aarch64 s390x armhf i686
# with fewer rounds (TRNFFT_TEST_QUICK).
#   CROSS_TESTS=REGEX   which ctest tests; the default leaves out what takes long under emulation
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tests=${CROSS_TESTS:-^(unit|kernels|plan|api|verify)/}
# Long; a fork that qemu-user cannot follow; twice the same, where there are no vectors.
left_out=${CROSS_LEFT_OUT:-accuracy|plan_random|plan_cache|plan_two_sweep|@scalar}
for target in "$@"; do
    build=build/cross-$target
    echo "== $target"
    cmake -G Ninja -S . -B "$build" --log-level=WARNING \
        -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/$target.cmake" -DCMAKE_BUILD_TYPE=Release \
        -DTRNFFT_BUILD_TOOLS=OFF -DTRNFFT_BUILD_EXAMPLES=OFF -DTRNFFT_TEST_INSTALL=OFF \
        -DTRNFFT_CROSS_CMOCKA=ON
    cmake --build "$build"
    TRNFFT_TEST_QUICK=1 ctest --test-dir "$build" -R "$tests" -E "$left_out" --output-on-failure \
        --no-tests=error -j "$(nproc)"
done

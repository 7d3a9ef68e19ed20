#!/usr/bin/env bash
# Installs the Debian packages that a target of the Makefile needs and that are missing.
# Says what and why before it does; without root it prints the one line to run instead.
#
#   tools/dev/install-deps.sh GROUP...      groups: build test demo lint docs coverage fuzz cross
#                                           mingw fresh bench check
set -euo pipefail
export LC_ALL=C

# group | package | how it is noticed | why
# cmd:NAME a command on PATH, pc:NAME a pkg-config module, lib:FILE a header the compiler finds,
# file:PATH a file, so:NAME a shared library that the dynamic linker knows, py:NAME a module of python3,
# the first on PATH or the system's, for which packages install modules.
table='
build|gcc|cmd:gcc|compiles the library, the program and the tests
build|g++|cmd:g++|checks that the headers and packages work from C++17
build|libc6-dev|lib:stdio.h|headers of the C library
build|cmake|cmd:cmake|configures the build
build|ninja-build|cmd:ninja|runs the build
build|pkg-config|cmd:pkg-config|finds libraries, and is tested with our own package
build|libsndfile1-dev|pc:sndfile|reads and writes WAV and FLAC in the program
build|libpng-dev|pc:libpng|writes spectrogram pictures
build|libcjson-dev|lib:cjson/cJSON.h|reads the manifests of the oracle cases
build|libcmocka-dev|lib:stdarg.h,stddef.h,stdint.h,setjmp.h,cmocka.h|runs the tests
test|python3-numpy|py:numpy|runs the emitted NeuronCore kernels on a stand-in
demo|alsa-utils|file:/usr/share/sounds/alsa/Front_Center.wav|its speech files are the recording of the demo
lint|clang-format|cmd:clang-format|checks the layout of the code
lint|clang-tidy|cmd:clang-tidy|finds mistakes in the code
lint|clang|cmd:clang|second compiler for warnings
lint|cppcheck|cmd:cppcheck|finds mistakes in the code
docs|doxygen|cmd:doxygen|builds the reference from the headers
coverage|gcovr|cmd:gcovr|prints line coverage
fuzz|clang|cmd:clang|has libFuzzer
cross|qemu-user|cmd:qemu-aarch64|runs programs of other processors
cross|gcc-aarch64-linux-gnu|cmd:aarch64-linux-gnu-gcc|64-bit ARM
cross|libc6-dev-arm64-cross|file:/usr/aarch64-linux-gnu/include/stdio.h|64-bit ARM
cross|gcc-s390x-linux-gnu|cmd:s390x-linux-gnu-gcc|a big-endian processor
cross|libc6-dev-s390x-cross|file:/usr/s390x-linux-gnu/include/stdio.h|a big-endian processor
cross|gcc-arm-linux-gnueabihf|cmd:arm-linux-gnueabihf-gcc|a 32-bit processor
cross|libc6-dev-armhf-cross|file:/usr/arm-linux-gnueabihf/include/stdio.h|a 32-bit processor
mingw|gcc-mingw-w64-x86-64|cmd:x86_64-w64-mingw32-gcc|compiles the library for Windows
fresh|debootstrap|cmd:debootstrap|makes the bare system
check|valgrind|cmd:valgrind|counts executed instructions
check|binutils|cmd:objdump|lists the instructions of kernels
check|gcc-aarch64-linux-gnu|cmd:aarch64-linux-gnu-gcc|compiles the NEON kernels, to count them
check|libc6-dev-arm64-cross|file:/usr/aarch64-linux-gnu/include/stdio.h|compiles the NEON kernels, to count them
bench|libfftw3-single3|so:libfftw3f.so.3|a peer to measure against
bench|libfftw3-double3|so:libfftw3.so.3|a peer to measure against
bench|libkissfft-float131|so:libkissfft-float.so.131|a peer to measure against
bench|libopenblas0|so:libopenblas.so.0|a peer to measure against
bench|curl|cmd:curl|fetches the sources of FFTW
bench|python3-pip|cmd:python3|fetches MKL, draws the plot
bench|git|cmd:git|names the commit that was measured
'

present() {
    local kind=${1%%:*} what=${1#*:} header text=
    case $kind in
    cmd) command -v "$what" >/dev/null ;;
    pc) command -v pkg-config >/dev/null && pkg-config --exists "$what" ;;
    file) [ -e "$what" ] ;;
    py) python3 -c "import $what" 2>/dev/null || /usr/bin/python3 -c "import $what" 2>/dev/null ;;
    so) /sbin/ldconfig -p 2>/dev/null | grep -qF "$what" ;;
    lib)
        command -v gcc >/dev/null || return 1
        for header in ${what//,/ }; do text+="#include <$header>"$'\n'; done
        gcc -fsyntax-only -x c - <<<"$text" 2>/dev/null
        ;;
    esac
}

missing_packages() {
    local wanted_group group package check why
    for wanted_group in "$@"; do
        while IFS='|' read -r group package check why; do
            if [ "$group" = "$wanted_group" ] && ! present "$check"; then
                printf '%s|%s\n' "$package" "$why"
            fi
        done <<<"$table"
    done
}

missing=$(missing_packages "$@")
[ -n "$missing" ] || exit 0

echo "trnfft needs these packages, which are not installed:"
while IFS='|' read -r package why; do printf '  %-24s %s\n' "$package" "$why"; done <<<"$missing"
packages=$(cut -d'|' -f1 <<<"$missing" | sort -u | tr '\n' ' ')
line="apt-get install -y --no-install-recommends ${packages% }"
if ! command -v apt-get >/dev/null; then
    echo "This system has no apt-get; install what corresponds to: ${packages% }" >&2
    exit 1
fi
if [ "$(id -u)" != 0 ]; then
    echo "Not root, so nothing was installed. Please run:" >&2
    echo "  sudo sh -c 'apt-get update && $line'" >&2
    exit 1
fi

echo "Installing them: $line"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086,SC2046
if ! { apt-get update && $line; } </dev/null >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
fi
still=$(missing_packages "$@")
if [ -n "$still" ]; then
    echo "Installed, and yet these are not found: ${still//$'\n'/, }" >&2
    exit 1
fi

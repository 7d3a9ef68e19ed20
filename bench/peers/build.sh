#!/bin/sh
# Fetches and builds the strong peers of the benchmark outside the source tree:
#   FFTW 3.3.10 from Debian's source package, float and double, with SSE2, AVX, AVX2,
#   AVX-512 and FMA codelets (Debian's binary package has no more than AVX)
#   MKL from PyPI
# Needs a compiler, make, curl or wget, python3 with pip for MKL; no root. The libraries
# are only ever loaded at run time by `trnfft bench`; FFTW is GPL, MKL is Intel's.
#
#   sh bench/peers/build.sh [--without-avx512] [FOLDER]     default ~/.cache/trnfft/peers
#
# --without-avx512: FFTW as it is on a processor without, to compare with TRNFFT_CPU=avx2;
# give it a folder of its own and that to --peer-folder.
set -eu

avx512=--enable-avx512
if [ "${1:-}" = --without-avx512 ]; then
    avx512=
    shift
fi
folder=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/trnfft/peers}
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
version=3.3.10
archive=fftw3_$version.orig.tar.gz
url=http://deb.debian.org/debian/pool/main/f/fftw3/$archive
sha256=56c932549852cddcfafdab3820b0200c7742675be92179e59e6215b340e26467

say() { printf 'peers: %s\n' "$*" >&2; }

fetch() { # URL FILE
    if command -v curl >/dev/null; then
        curl -fsSL -o "$2.part" "$1"
    else
        wget -q -O "$2.part" "$1"
    fi
    mv "$2.part" "$2"
}

build_fftw() { # float | double
    case $1 in
    float) library=libfftw3f.so.3 flags=--enable-float ;;
    double) library=libfftw3.so.3 flags= ;;
    esac
    [ -e "$folder/fftw/lib/$library" ] && return
    say "building FFTW $version, $1, about three minutes of processor time"
    rm -rf "$folder/work" && mkdir -p "$folder/work"
    tar -xzf "$folder/$archive" -C "$folder/work" --strip-components=1
    (
        cd "$folder/work"
        # shellcheck disable=SC2086 # no flag at all for double
        ./configure -q --prefix="$folder/fftw" --enable-shared --disable-static \
            --disable-fortran --disable-doc --enable-sse2 --enable-avx --enable-avx2 \
            --enable-fma $avx512 $flags CFLAGS='-O3 -fomit-frame-pointer'
        make -s -j"$jobs"
        make -s install
    ) >"$folder/fftw-$1.log" 2>&1 || {
        say "failed, see $folder/fftw-$1.log"
        exit 1
    }
    rm -rf "$folder/work"
}

mkdir -p "$folder"
if [ ! -e "$folder/$archive" ]; then
    say "fetching $url"
    fetch "$url" "$folder/$archive"
fi
printf '%s  %s\n' "$sha256" "$folder/$archive" | sha256sum -c --quiet -
build_fftw float
build_fftw double

mkl=$(find "$folder" -name 'libmkl_rt.so.*' | head -n 1)
if [ -z "$mkl" ]; then
    say "fetching MKL from PyPI (optional)"
    wheels=$folder/mkl-wheel
    mkdir -p "$wheels" "$folder/mkl"
    if python3 -m pip download -q --no-deps -d "$wheels" mkl >"$folder/mkl.log" 2>&1; then
        for wheel in "$wheels"/*.whl; do
            python3 -m zipfile -e "$wheel" "$wheels/unpacked"
        done
        find "$wheels/unpacked" -name 'lib*.so*' -exec mv {} "$folder/mkl/" \;
        mkl=$(find "$folder/mkl" -name 'libmkl_rt.so.*' | head -n 1)
    else
        say "no MKL: see $folder/mkl.log"
    fi
    rm -rf "$wheels"
fi

if [ "$folder" = "${XDG_CACHE_HOME:-$HOME/.cache}/trnfft/peers" ]; then
    say "done: trnfft bench --suite full finds them"
else
    say "done: trnfft bench --suite full --peer-folder $folder"
fi

#!/bin/bash
# Files: C63, C64 and C65 through the program, conversion, stdin and stdout, all or nothing.
. "$(dirname "$0")/lib.sh"

show() { "$TRNFFT" fftshift "$1" --dim=0 -o .a.npy && "$TRNFFT" ifftshift .a.npy --dim=0; }

npy c63.npy '<f4' '(2, 3)' True '\0\0\0\0\0\0\100\100\0\0\200\077\0\0\200\100\0\0\0\100\0\0\240\100'
expect 'C63 Fortran order' '0,1,2
3,4,5' show c63.npy
npy be.npy '>f4' '(2,)' False '\077\300\0\0\300\0\0\0'
expect 'C64 >f4' '1.5
-2' show be.npy
npy half.npy '<f2' '(3,)' False '\0\076\0\300\377\173'
expect 'C64 <f2' '1.5
-2
65504' show half.npy
npy c8.npy '<c8' '(2,)' False '\0\0\200\077\0\0\0\100\0\0\0\200\0\0\100\300'
expect 'C64 <c8' '1+2j
-0-3j' show c8.npy
npy i2.npy '<i2' '(2,)' False '\001\0\376\377' 2
expect 'C65 version 2.0' '1
-2' show i2.npy
npy i2.npy '>i2' '(2,)' False '\0\001\377\376' 3
expect 'C65 version 3.0' '1
-2' show i2.npy
npy zero.npy '<f4' '()' False '\0\0\200\077'
refuse 'C65 0-d' 4 'trnfft fft: the input has 0 dimensions: at least 1 dimension is needed' \
    "$TRNFFT" fft zero.npy
npy object.npy '|O' '(1,)' False 'pickle'
refuse 'C65 object' 3 "trnfft fft: object.npy: unsupported dtype '|O': Python objects need pickle, which can run code and is refused" \
    "$TRNFFT" fft object.npy
npy short.npy '<f8' '(2,)' False '0123456789'
refuse 'C65 10 of 16 bytes' 3 'trnfft fft: short.npy: the data are cut short: expected 2, got 1 element(s)' \
    "$TRNFFT" fft short.npy
npy huge.npy '<f4' '(8589934592,)' False '0123'
refuse 'C65 dim 2^33' 3 'trnfft fft: huge.npy: the data are cut short: expected 8589934592, got 1 element(s)' \
    "$TRNFFT" fft huge.npy
printf '{"descr": 1}' >text.npy
refuse 'no .npy' 3 'trnfft fft: text.npy: not a .npy file: it does not start with \x93NUMPY' \
    "$TRNFFT" fft text.npy

# the dtype decides: f4 stays f4, f8 stays f8, integers become f4
descr() { head -c 30 "$1" | tail -c +11 | tr -d '\0'; }
printf '1\n2\n3\n' >x.csv
"$TRNFFT" fft x.csv -o f8.npy
expect 'f8 gives c16' "{'descr': '<c16', 'f" descr f8.npy
"$TRNFFT" fft i2.npy -o i2c.npy
expect 'i2 gives c8' "{'descr': '<c8', 'fo" descr i2c.npy
"$TRNFFT" irfft c8.npy -o c8r.npy
expect 'c8 gives f4' "{'descr': '<f4', 'fo" descr c8r.npy
expect 'header of 128 bytes' '176' sh -c 'wc -c <f8.npy | tr -d " "'

# shifts compute nothing: every type stays what it is, with all its bits
bytes_of() { tail -c "$2" "$1" | od -An -v -tx1 | tr -d ' \n'; }
stays() { # NAME DESCR BYTES-OF-TWO HEX-SHIFTED TEXT
    npy kept.npy "$2" '(2,)' False "$3"
    works "$1" "$TRNFFT" fftshift kept.npy -o moved.npy
    dictionary=$(descr moved.npy)
    [ "${dictionary#"{'descr': '$2'"}" != "$dictionary" ] || fail "$1: its type" "$dictionary"
    [ "$(bytes_of moved.npy $((${#4} / 2)))" = "$4" ] ||
        fail "$1: its bytes" "$(bytes_of moved.npy $((${#4} / 2)))"
    expect "$1 as text" "$5" "$TRNFFT" ifftshift kept.npy
}
stays 'shift of b1' '|b1' '\0\001' 0100 '1
0'
stays 'shift of i1' '|i1' '\200\177' 7f80 '127
-128'
stays 'shift of u1' '|u1' '\200\377' ff80 '255
128'
stays 'shift of i2' '<i2' '\001\0\376\377' feff0100 '-2
1'
stays 'shift of u2' '<u2' '\001\0\376\377' feff0100 '65534
1'
stays 'shift of i4' '<i4' '\001\0\0\001\377\377\377\377' ffffffff01000001 '-1
16777217'
stays 'shift of u4' '<u4' '\001\0\0\001\377\377\377\377' ffffffff01000001 '4294967295
16777217'
stays 'shift of i8' '<i8' '\001\0\0\0\0\0\040\0\377\377\377\377\377\377\377\377' \
    ffffffffffffffff0100000000002000 '-1
9007199254740993'
stays 'shift of u8' '<u8' '\001\0\0\0\0\0\040\0\377\377\377\377\377\377\377\377' \
    ffffffffffffffff0100000000002000 '18446744073709551615
9007199254740993'
stays 'shift of f2' '<f2' '\0\076\0\300' 00c0003e '-2
1.5'
npy kept.npy '>i4' '(2,)' False '\0\0\0\001\377\377\377\376'
works 'shift of >i4' "$TRNFFT" fftshift kept.npy -o moved.npy
expect 'shift of >i4, native' "{'descr': '<i4', 'fo" descr moved.npy
expect 'shift of >i4 as text' '-2
1' "$TRNFFT" ifftshift kept.npy
works 'shift of i4 to raw' "$TRNFFT" fftshift kept.npy -o moved.raw --endian big
expect 'shift of raw i4' '1
-2' "$TRNFFT" fftshift moved.raw --dtype i4 --endian big
npy wide.npy '<i4' '(2, 2)' True '\001\0\0\001\003\0\0\0\002\0\0\0\004\0\0\0'
expect 'shift of i4 in Fortran order' '2,16777217
4,3' "$TRNFFT" fftshift wide.npy --dim=-1
works 'a WAV file of integers' "$TRNFFT" fftshift i2.npy -o moved.wav --rate 8000

# raw, both byte orders, and back
"$TRNFFT" fftshift x.csv -o x.raw
expect 'raw input' '2
3
1' "$TRNFFT" fftshift x.raw --dtype f8
"$TRNFFT" fftshift x.csv -o big.raw --endian big
expect 'raw input, big-endian' '2
3
1' "$TRNFFT" fftshift big.raw --dtype f8 --endian big
expect 'dtype with its own order' '2
3
1' "$TRNFFT" fftshift big.raw --dtype '>f8'
expect 'raw with a shape' '3
1
2' "$TRNFFT" fftshift big.raw --dtype '>f8' --shape 3,1 --dim 1
refuse 'raw of another shape' 3 'trnfft fft: big.raw: expected 4, got 3 element(s)' \
    "$TRNFFT" fft big.raw --dtype '>f8' --shape 2,2
refuse 'raw of a fraction' 3 'trnfft fft: text.npy: 12 bytes are no whole number of 8-byte elements' \
    "$TRNFFT" fft text.npy --in-format raw --dtype f8

# stdin and stdout, as a pipe
expect 'pipe' '3
1
2' sh -c "'$TRNFFT' fftshift x.csv -o - | '$TRNFFT' fftshift - -o - --dim 0 | '$TRNFFT' ifftshift -"
expect 'CSV, complex' '1+2j,-3j' sh -c "printf '# a comment\nname,other\n1+2j, 0-3i\n' | '$TRNFFT' fftshift - --in-format csv -o - | '$TRNFFT' ifftshift - | tr '\n' ',' | sed 's/,\$//; s/,0-3j/,-3j/'"
refuse 'CSV, not a number' 3 "trnfft fft: stdin: line 2: 'two' is not a number" \
    sh -c "printf '1\ntwo\n' | '$TRNFFT' fft - --in-format csv"
refuse 'CSV, ragged' 3 'trnfft fft: stdin: line 2 has 1 column(s), the first 2' \
    sh -c "printf '1,2\n3\n' | '$TRNFFT' fft - --in-format csv"
refuse 'CSV, empty' 3 'trnfft fft: stdin: no numbers in it' \
    sh -c "printf '' | '$TRNFFT' fft - --in-format csv"
refuse 'CSV, a zero byte' 3 "trnfft fft: stdin: line 1: '' is not a number" \
    sh -c "printf '1,2\\0,3\n' | '$TRNFFT' fft - --in-format csv"
expect 'CSV, byte order mark' '1
2' sh -c "printf '\357\273\2771\n2\n' | '$TRNFFT' fftshift - --in-format csv -o - | '$TRNFFT' ifftshift -"
refuse 'a negative size' 2 'trnfft fft: --shape: -1: a size is at least 0' \
    sh -c "printf '12345678' | '$TRNFFT' fft - --in-format raw --shape=2,-1"
"$TRNFFT" fftshift x.csv -o x.npy
refuse 'a channel of an array' 2 'trnfft fft: --channel: x.npy is an array, not a recording' \
    "$TRNFFT" fft x.npy --channel 0
refuse 'a type of .npy' 2 'trnfft fft: --dtype: x.npy says its type itself' \
    "$TRNFFT" fft x.npy --dtype f4
refuse 'a shape of CSV' 2 'trnfft stft: --shape: x.csv says its shape itself' \
    "$TRNFFT" stft x.csv --n-fft 2 --shape 4
refuse 'no format of input' 2 "trnfft fft: --in-format: 'png' is not one of auto|npy|csv|raw|wav|flac" \
    "$TRNFFT" fft x.csv --in-format png
refuse 'no format of output' 2 "trnfft fft: --out-format: 'flac' is not one of auto|npy|csv|raw|wav" \
    "$TRNFFT" fft x.csv -o y --out-format flac
refuse 'no format of a spectrum' 2 "trnfft stft: --out-format: 'wav' is not one of auto|npy|csv|raw" \
    "$TRNFFT" stft x.csv -o y --n-fft 2 --out-format wav
refuse 'unknown format' 3 'trnfft fft: stdin: the format cannot be told: name it with --in-format' \
    sh -c "printf '1,2' | '$TRNFFT' fft -"

# all or nothing
echo precious >keep.npy
refuse 'a refused transform' 4 'trnfft fft: n = 0: a transform needs at least one point' \
    "$TRNFFT" fft x.csv --n 0 -o keep.npy
expect 'leaves the file' 'precious' cat keep.npy
refuse 'no such folder' 5 'trnfft fft: nowhere/y.npy: No such file or directory' \
    "$TRNFFT" fft x.csv -o nowhere/y.npy
refuse 'no such file' 5 'trnfft fft: nothing.npy: No such file or directory' \
    "$TRNFFT" fft nothing.npy
mkdir folder
refuse 'a folder' 5 'trnfft fft: folder: is a directory' "$TRNFFT" fft folder
ln -s target.npy link.npy
works 'through a link' "$TRNFFT" fft x.csv -o link.npy
[ -L link.npy ] && [ -f target.npy ] || fail 'the link stays a link'
works 'to a device' "$TRNFFT" fft x.csv -o /dev/null --out-format npy
[ -c /dev/null ] || fail '/dev/null is still a device'
seq 1 4000 >long.csv
# A build for coverage cannot write its counters then, either, and says so.
with_small_files() {
    bash -c 'ulimit -f 8; { "$@" 2>&1 1>&3 | grep -v "^libgcov" >&2; exit ${PIPESTATUS[0]}; } 3>&1' \
        bash "$@"
}
refuse 'a file too large' 5 'trnfft fft: keep.npy: could not be written' \
    with_small_files "$TRNFFT" fft long.csv -o keep.npy
expect 'leaves the file' 'precious' cat keep.npy
expect 'no temporary file is left' '' sh -c 'ls -A | grep "\.trnfft-" || true'
finish

#!/bin/bash
# WAV files: C59, C60 and C61 through the program, channels, writing.
. "$(dirname "$0")/lib.sh"

show() { "$TRNFFT" fftshift "$@" --dim=-1 -o .a.npy && "$TRNFFT" ifftshift .a.npy --dim=-1; }

wav s24.wav 1 24 8000 9 '\0\0\200\377\377\177\001\0\0'
expect 'C59 24 bits' '-1
0.9999999
1.1920929e-07' show s24.wav
wav u8.wav 1 8 8000 4 '\0\001\200\377'
expect 'C59 8 bits' '-1
-0.9921875
0
0.9921875' show u8.wav

guid='\001\0\0\0\0\0\020\0\200\0\0\252\0\070\233\161'
extensible() {
    printf "RIFF\\377\\377\\377\\377WAVEfmt $(number32 42)\\376\\377$(number16 6)$(number32 48000)$(number32 1152000)$(number16 24)$(number16 32)$(number16 24)$(number16 24)$(number32 63)$1\\0\\0LIST$(number32 5)INFO?\\0data$(number32 24)"
    for i in 1 2 3 4 5 6; do printf '\0\377\377\177'; done
    printf 'J'
}
extensible "$guid" >ext.wav
expect 'C60 EXTENSIBLE, LIST, junk' '0.9999999
0.9999999
0.9999999
0.9999999
0.9999999
0.9999999' show ext.wav
extensible "${guid%161}162" >guid.wav
refuse 'C60 unknown GUID' 3 'trnfft fft: guid.wav: unsupported WAV format: an unknown GUID in EXTENSIBLE' \
    "$TRNFFT" fft guid.wav

eight='\0\100\0\200\0\100\0\200\0\100\0\200\0\100\0\200'
for size in 4294967295 4294905856 2147483647 0; do
    wav c61.wav 1 16 8000 $size "$eight"
    "$TRNFFT" fftshift c61.wav >out.txt 2>err.txt || fail "C61 $size" "$(cat err.txt)"
    [ "$(wc -l <out.txt | tr -d ' ')" = 8 ] || fail "C61 $size: 8 frames" "$(cat out.txt)"
    grep -q 'trnfft fftshift: warning: c61.wav: the data size in the header' err.txt ||
        fail "C61 $size: a warning" "$(cat err.txt)"
done
wav none.wav 1 16 8000 0 ''
for verb in 'fft' 'stft --n-fft 4' 'spectrogram -o none.png' 'mel'; do
    refuse "C61 no samples: $verb" 3 "trnfft ${verb%% *}: none.wav: no samples" \
        sh -c "'$TRNFFT' ${verb%% *} none.wav $(echo "$verb " | cut -d' ' -f2-)"
done

# channels
wav two.wav 2 16 8000 8 '\0\100\0\0\0\200\0\040'
expect 'two channels' '0.5,-1
0,0.25' show two.wav
expect 'channel 1' '0
0.25' show two.wav --channel 1
expect 'their mean' '0.25
-0.375' show two.wav --channel mix
refuse 'channel 2' 4 'trnfft fft: --channel: 2: two.wav has 2 channel(s), counted from 0' \
    "$TRNFFT" fft two.wav --channel 2
refuse 'no channel' 2 "trnfft fft: --channel: 'left' is neither a number nor mix" \
    "$TRNFFT" fft two.wav --channel left

# written and read back: the bits of f32, rounded for s16 and s24
for encoding in f32 s24 s16; do
    works "write $encoding" "$TRNFFT" fftshift two.wav --dim=-1 -o "$encoding.wav" --encoding $encoding
    expect "read $encoding" '0.5,-1
0,0.25' sh -c "'$TRNFFT' ifftshift $encoding.wav --dim=-1"
done
expect 'through a pipe' '0.5,-1
0,0.25' sh -c "'$TRNFFT' ifftshift - --dim=-1 <f32.wav"
refuse 'complex samples' 2 'trnfft fft: y.wav: a WAV file holds real samples of 1 dimension or 2 (channels, samples): write .npy' \
    "$TRNFFT" fft two.wav -o y.wav
printf '1\n2\n' >x.csv
refuse 'no rate' 2 'trnfft fftshift: y.wav: a WAV file needs --rate HZ' \
    "$TRNFFT" fftshift x.csv -o y.wav
finish

#!/bin/bash
# stft and istft: values, options, streams against whole arrays, errors.
. "$(dirname "$0")/lib.sh"

# 64 samples of something, as f4 and f8
awk 'BEGIN { for (i = 0; i < 64; i++) printf "%.6f\n", sin(i * i / 20) + i / 50 }' >x.csv
"$TRNFFT" fftshift x.csv -o .x.npy && "$TRNFFT" ifftshift .x.npy -o x8.npy
"$TRNFFT" fftshift x.csv --dtype f4 -o .x.npy && "$TRNFFT" ifftshift .x.npy -o x4.npy

# torch.stft(torch.arange(1., 9.), 4, 2): the first frame is 3, 2, 1, 2, the last 7, 8, 7, 6
seq 1 8 >n.csv
near 'stft' '8.000000 0.000000 10.000000 0.000000 18.000000 0.000000 26.000000 0.000000 28.000000 0.000000
2.000000 0.000000 -2.000000 2.000000 -2.000000 2.000000 -2.000000 2.000000 0.000000 -2.000000
0.000000 0.000000 -2.000000 0.000000 -2.000000 0.000000 -2.000000 0.000000 0.000000 0.000000' \
    "$TRNFFT" stft n.csv --n-fft 4 --hop-length 2

# a stream gives the same bits as the whole array: .npy streams, .raw does not
body() { tail -c +"$(($(wc -c <"$1") - $(wc -c <"$2") + 1))" "$1"; }
for options in '' '--no-center' '--normalized' '--no-onesided' '--pad-mode constant' \
    '--pad-mode replicate' '--window kaiser:8 --win-length 13' '--window hann --layout time-freq' \
    '--hop-length 1' '--window hann --no-periodic'; do
    for x in x4.npy x8.npy; do
        works "stft $options" "$TRNFFT" stft $x -o S.npy --n-fft 16 $options
        works "stft $options at once" "$TRNFFT" stft $x -o S.raw --n-fft 16 $options
        body S.npy S.raw >.body
        same "stft $options: stream and whole" .body S.raw
    done
done
works 'circular' "$TRNFFT" stft x8.npy -o S.npy --n-fft 16 --pad-mode circular

# there and back
for options in '' '--window hann' '--window hann --normalized --no-onesided' \
    '--window hamming --layout time-freq' '--hop-length 3 --window boxcar --win-length 11'; do
    works "stft $options" "$TRNFFT" stft x8.npy -o S.npy --n-fft 16 $options
    works "istft $options" "$TRNFFT" istft S.npy -o y.csv --n-fft 16 $options --length 64
    works "istft $options, streamed" "$TRNFFT" istft S.npy -o y.npy --n-fft 16 $options --length 64
    near "istft $options" "$(cat x.csv)" cat y.csv
    near "istft $options, streamed" "$(cat x.csv)" \
        sh -c "'$TRNFFT' fftshift y.npy -o .y.npy && '$TRNFFT' ifftshift .y.npy"
done

# a window from a file, complex signals, several channels, pipes
"$TRNFFT" fftfreq --n 16 -o w.npy
works 'a window from a file' "$TRNFFT" stft x8.npy -o S.npy --n-fft 16 --window w.npy
# .npy windows keep their precision, as tensors of torch do; CSV takes that of the signal
"$TRNFFT" fftfreq --n 16 --dtype f8 -o w8.npy
"$TRNFFT" fftshift w8.npy -o w8.csv
for case in 'x4 w.npy c8' 'x4 w8.npy c16' 'x4 w8.csv c8' 'x8 w.npy c16' 'x8 w8.csv c16'; do
    set -- $case
    works "stft $case" "$TRNFFT" stft $1.npy -o S.npy --n-fft 16 --window $2
    works "stft $case at once" "$TRNFFT" stft $1.npy -o S.raw --n-fft 16 --window $2
    grep -aq "'<$3'" S.npy || fail "stft $case" "$(head -c 80 S.npy | tail -c 70)"
    body S.npy S.raw >.body
    same "stft $case: stream and whole" .body S.raw
done
"$TRNFFT" stft x4.npy -o S.npy --n-fft 16 --window hann
"$TRNFFT" fftfreq --n 16 --dtype f8 | awk '{ print 1 + $1 * $1 }' |
    "$TRNFFT" fftshift - --in-format csv -o pulse.npy
works 'istft with a f64 window' "$TRNFFT" istft S.npy -o y.npy --n-fft 16 --window pulse.npy
grep -aq "'<f8'" y.npy || fail 'istft with a f64 window' "$(head -c 80 y.npy | tail -c 70)"
works "stft's options for istft" "$TRNFFT" istft S.npy -o y.npy --n-fft 16 --window hann \
    --pad-mode reflect
works 'a complex signal' sh -c "'$TRNFFT' fft x8.npy -o X.npy && '$TRNFFT' stft X.npy -o S.npy --n-fft 16"
works 'two signals' sh -c "paste -d, x.csv x.csv | '$TRNFFT' fftshift - --in-format csv -o t.npy &&
    '$TRNFFT' stft t.npy --n-fft 2 --hop-length 1 -o S.npy"
wav two.wav 2 16 8000 32 "$(for i in 1 2 3 4 5 6 7 8; do printf '\\0\\%s00\\1\\%s00' $((i % 4)) $((i % 3)); done)"
works 'two channels' "$TRNFFT" stft two.wav -o S2.npy --n-fft 4 --window hann
works 'one channel' "$TRNFFT" stft two.wav -o S1.npy --n-fft 4 --window hann --channel 1
tail -c 120 S2.npy >.a && tail -c 120 S1.npy >.b && same 'the second channel' .a .b
works 'two channels back' "$TRNFFT" istft S2.npy -o two2.wav --n-fft 4 --window hann --rate 8000 \
    --encoding s16 --length 8
tail -c 32 two.wav >.a && tail -c 32 two2.wav >.b && same 'two channels back' .a .b
works 'pipes' sh -c "'$TRNFFT' stft - --n-fft 16 --window hann -o - <x4.npy |
    '$TRNFFT' istft - --n-fft 16 --window hann -o y.npy"

# the command lines that torch's manual leads to, on a second of sound
seq 1 16000 | awk '{ print sin($1 * $1 / 9000) / 2 }' >second.csv
"$TRNFFT" fftshift second.csv -o in.wav --rate 16000
seq 1 400 | awk '{ print 0.6 - 0.4 * cos($1 * 6.2831853 / 400) }' |
    "$TRNFFT" fftshift - --in-format csv --dtype f4 -o FILE.npy
for window in hamming FILE.npy; do
    works "torch's line, $window" "$TRNFFT" stft in.wav -o S.npy --n-fft 512 --hop-length 128 \
        --win-length 400 --window $window --no-center --pad-mode reflect --normalized --no-onesided
    works "and back, $window" "$TRNFFT" istft S.npy -o y.npy --n-fft 512 --hop-length 128 \
        --win-length 400 --window $window --no-center --pad-mode reflect --normalized \
        --no-onesided --tolerate-edges --length 16000
done

# a stream that ends before its frames do
"$TRNFFT" stft in.wav -o S.npy --n-fft 512 --window hann
"$TRNFFT" istft S.npy -o all.npy --n-fft 512 --window hann
for length in 0 1 5000 15000; do
    works "cut to $length" "$TRNFFT" istft S.npy -o cut.npy --n-fft 512 --window hann --length $length
    tail -c +129 all.npy | head -c $((4 * length)) >.a && tail -c +129 cut.npy >.b && same "cut to $length" .a .b
done

# errors
refuse 'a complex window for a picture' 4 'trnfft mel: --window: c.npy is complex: pictures and mel bands take real windows' \
    sh -c "'$TRNFFT' fft w.npy -o c.npy && '$TRNFFT' mel in.wav -o m.npy --n-fft 16 --window c.npy"
refuse 'WAV on stdout without a rate' 2 'trnfft istft: stdout: a WAV file needs --rate HZ' \
    "$TRNFFT" istft S.npy --n-fft 512 --window hamming --out-format wav -o -
refuse 'no n-fft' 2 'trnfft stft: --n-fft is missing' "$TRNFFT" stft x4.npy -o S.npy
refuse 'no such window' 2 "trnfft stft: --window: name = wobble: no such window" \
    "$TRNFFT" stft x4.npy -o S.npy --n-fft 16 --window wobble
refuse 'a pad mode' 2 "trnfft stft: --pad-mode: 'mirror' is not one of reflect|constant|replicate|circular" \
    "$TRNFFT" stft x4.npy -o S.npy --n-fft 16 --pad-mode mirror
works 'a spectrum' "$TRNFFT" stft x4.npy -o S.npy --n-fft 16 --no-center --window hann
"$TRNFFT" istft S.npy -o y.npy --n-fft 16 --no-center --window hann 2>err.txt
[ $? = 4 ] && grep -q 'sum to 0 at sample 0' err.txt || fail 'NOLA' "$(cat err.txt)"
works 'edges are tolerated' "$TRNFFT" istft S.npy -o y.npy --n-fft 16 --no-center --window hann \
    --tolerate-edges
finish

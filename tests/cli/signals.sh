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

# errors
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

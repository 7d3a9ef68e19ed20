#!/bin/bash
# Every example of every --help runs as it is printed, but for those that take minutes.
. "$(dirname "$0")/lib.sh"

# what the examples read
seq 1 4000 | awk '{ print sin($1 * $1 / 900) }' >line.csv
awk 'BEGIN { for (i = 0; i < 6; i++) { for (j = 0; j < 5; j++) printf "%s%d", j ? "," : "", (i * j) % 4; print "" } }' >plane.csv
for name in line plane; do
    "$TRNFFT" fftshift $name.csv --dtype f4 -o $name.npy || fail "$name.npy"
done
cp plane.npy in.npy
"$TRNFFT" fftfreq --n 9 -o X.npy
"$TRNFFT" fftfreq --n 256 -o w.npy
"$TRNFFT" fftshift line.csv -o in.wav --rate 16000
cp in.wav speech.wav
mkdir bin
ln -s "$TRNFFT" bin/trnfft
PATH=$PWD/bin:$PATH

sound=$("$TRNFFT" info | grep -c 'libsndfile.*yes')
examples=0
for verb in $("$TRNFFT" --help | awk '/^  [a-z]/ && !/^  trnfft/ { print $1 }'); do
    case $verb in neuron) "$TRNFFT" fftfreq --n 64 -o x.npy ;; *2 | *n) cp plane.npy x.npy ;; *) cp line.npy x.npy ;; esac
    if [ "$verb" = istft ]; then # continues stft's first example
        "$TRNFFT" stft in.wav -o S.npy --n-fft 512 --hop-length 128 --win-length 400 --window hann
    fi
    "$TRNFFT" "$verb" --help | sed -n '/^Examples$/,$ s/^  //p' >.lines
    while IFS= read -r line; do
        case $line in
        *'verify --full'* | *' bench'* | *'| man '*) continue ;;
        *.flac*) [ "$sound" -gt 0 ] || continue
            cp speech.wav long.flac ;;
        esac
        works "$line" bash -c "$line" </dev/null
        examples=$((examples + 1))
    done <.lines
done
[ $examples -ge 60 ] || fail 'the number of examples' "$examples"
finish

#!/bin/bash
# spectrogram, mel and demo: sizes, defaults, errors, memory.
. "$(dirname "$0")/lib.sh"

# a second of a 1 kHz sine, s16
head=$(mktemp "$work/XXXXXX")
wav "$head" 1 16 8000 16000 ''
wave='\0\0\202\132\377\177\202\132\0\0\176\245\1\200\176\245'
{
    cat "$head"
    i=0
    while [ $i -lt 1000 ]; do
        printf "$wave"
        i=$((i + 1))
    done
} >sine.wav

size() { # width and height of a PNG
    od -An -tu1 -j16 -N8 "$1" | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }'
}
signature() { od -An -tx1 -N8 "$1" | tr -d ' \n'; }

"$TRNFFT" spectrogram sine.wav -o p.png 2>err.txt
if [ $? = 7 ]; then
    grep -q libpng err.txt && finish
fi
expect 'a PNG' '89504e470d0a1a0a' signature p.png
expect 'of 1280x720' '1280x720' size p.png
works 'beside the input' "$TRNFFT" spectrogram sine.wav --size 640x360
expect 'of 640x360' '640x360' size sine.png
for options in '--mel' '--log-frequency' '--no-db' '--colormap gray --top-db 60' \
    '--mel --n-mels 20 --mel-scale htk' '--f-min 100 --f-max 2000' '--n-fft 64 --hop-length 64'; do
    works "spectrogram $options" "$TRNFFT" spectrogram sine.wav -o p.png --size 400x300 $options
    [ -s .err ] && fail "spectrogram $options: says nothing" "$(cat .err)"
done
works 'without a window' "$TRNFFT" spectrogram sine.wav -o p.png --size 400x300 --window none
works 'to stdout' sh -c "'$TRNFFT' spectrogram sine.wav -o - --size 300x200 >q.png"
expect 'to stdout' '300x200' size q.png
for ending in jpg jpeg gif svg bmp tif tiff webp pdf JPG; do
    refuse "no $ending" 2 "trnfft spectrogram: -o a.b/s.$ending: a picture is .png" \
        "$TRNFFT" spectrogram sine.wav -o a.b/s.$ending
done
mkdir a.jpg
works 'a name without an ending' "$TRNFFT" spectrogram sine.wav -o a.jpg/s --size 300x200
expect 'is a PNG' '89504e470d0a1a0a' signature a.jpg/s
printf '1\n2\n1\n' >x.csv
works 'three samples' "$TRNFFT" spectrogram x.csv -o p.png

refuse 'too small' 2 'trnfft spectrogram: --size: 100x100 is not within 200x150 and 16384x16384' \
    "$TRNFFT" spectrogram sine.wav -o p.png --size 100x100
refuse 'no size' 2 "trnfft spectrogram: --size: 'big' is not of the form 1200x600" \
    "$TRNFFT" spectrogram sine.wav -o p.png --size big
refuse 'mel without hertz' 2 'trnfft mel: x.csv: mel bands need --rate HZ' "$TRNFFT" mel x.csv
refuse 'frequencies' 2 'trnfft spectrogram: --f-min 0 and --f-max 5000 are no range within 0 and 4000 Hz' \
    "$TRNFFT" spectrogram sine.wav -o p.png --f-max 5000
refuse 'a negative frequency' 2 'trnfft mel: --f-min -5 and --f-max 4000 are no range of frequencies' \
    "$TRNFFT" mel sine.wav -o m.csv --f-min=-5
refuse 'a range that ends below 0' 2 'trnfft mel: --f-min 0 and --f-max -1 are no range of frequencies' \
    "$TRNFFT" mel sine.wav -o m.csv --f-max=-1

# the sine is full scale: 0 dB in its band, and 6 dB of a Hann window's neighbours less beside it
works 'mel' "$TRNFFT" mel sine.wav -o m.csv --db --n-fft 256 --hop-length 256 --n-mels 32
expect 'mel: bands' '32' sh -c "wc -l <m.csv | tr -d ' '"
# a stream gives the bits of the whole array
wav pair.wav 2 16 8000 64 "$(for i in 1 2 3 4 5 6 7 8 9 8 7 6 5 4 3 2; do printf '\\0\\%s00\\1\\%s00' $((i % 4)) $((i % 3)); done)"
for options in '' '--db' '--db --top-db 3'; do
    works "mel $options" "$TRNFFT" mel pair.wav -o m.npy --n-fft 8 --n-mels 3 $options
    works "mel $options at once" "$TRNFFT" mel pair.wav -o m.raw --n-fft 8 --n-mels 3 $options
    tail -c "$(wc -c <m.raw)" m.npy >.body
    same "mel $options: stream and whole" .body m.raw
done
works 'mel of few bins' "$TRNFFT" mel sine.wav -o m.npy --n-fft 64 --n-mels 64
grep -q 'warning: [0-9]* of 64 mel filters are empty' .err || fail 'empty filters warn' "$(cat .err)"

works 'demo' "$TRNFFT" demo sine.wav -o out --size 400x300
for f in out/sine-spectrogram.png out/sine-mel.png out/sine-stft.npy out/sine-resynthesis.wav; do
    [ -s $f ] || fail "demo: $f"
done
grep -q '^sine.wav  *8000  *8000  *1  *32 ' .out || fail 'demo: the table' "$(cat .out)"

# An hour at 48 kHz in 64 MB. The file is sparse; addresses, which are more than memory in
# use, are limited. Sanitizers reserve terabytes: not with them.
if [ "$(uname -s)" = Linux ] && ! grep -qa -e __asan_init -e __tsan_init "$TRNFFT"; then
    wav hour.wav 1 16 48000 345600000 ''
    dd if=/dev/null of=hour.wav bs=1 seek=345600044 2>/dev/null
    works 'an hour' bash -c "ulimit -v 131072; '$TRNFFT' spectrogram hour.wav -o hour.png \
        --n-fft 1024 --hop-length 4096 --size 400x300"
    works 'an hour of mel bands' bash -c "ulimit -v 131072; '$TRNFFT' mel hour.wav -o hour.npy \
        --n-fft 1024 --hop-length 2048 --n-mels 512 --db"
    rm -f hour.wav
fi
finish

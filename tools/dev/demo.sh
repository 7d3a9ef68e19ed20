#!/bin/sh
# Runs the program's main job on recordings: AUDIO, or the speech of Debian's alsa-utils.
#
#   AUDIO=my.wav OUT=folder TRNFFT=build/release/bin/trnfft tools/dev/demo.sh
set -eu

program=${TRNFFT:-build/release/bin/trnfft}
out=${OUT:-demo-out}
speech=/usr/share/sounds/alsa

if [ ! -x "$program" ]; then
    echo "demo: $program is not there: build it first (make build)" >&2
    exit 1
fi
if [ -n "${AUDIO:-}" ]; then
    set -- "$AUDIO"
else
    set --
    for name in Front_Center Front_Left Front_Right Rear_Center Rear_Left Rear_Right \
        Side_Left Side_Right; do
        if [ -f "$speech/$name.wav" ]; then
            set -- "$@" "$speech/$name.wav"
        fi
    done
fi
if [ $# -eq 0 ]; then
    echo "demo: no recording in $speech (Debian: alsa-utils); make demo AUDIO=my.wav takes yours" >&2
    exit 1
fi

"$program" demo -o "$out" "$@"

echo
echo "In $out: spectrograms (-spectrogram.png, -mel.png), STFTs (-stft.npy), resynthesised sound"
echo "(-resynthesis.wav)."

#!/bin/bash
# trnfft device, and the device of all verbs.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"

expect 'show' 'neuron:v3: NeuronCore-v3 (Trainium2), 4 cores, simulated
  mode bf16, 850 us a launch; times are predicted, never measured on silicon' \
    "$TRNFFT" device show neuron:v3,cores=4,mode=bf16
shows 'show: the host' '^host: ' "$TRNFFT" device show host
refuse 'no such device' 2 'trnfft device: trnfft_device_open: name = "gpu:0": no device is called "gpu"' \
    "$TRNFFT" device show gpu:0
refuse 'no such action' 2 "trnfft device: 'list': must be show, crossover, scaling or accuracy" \
    "$TRNFFT" device list
refuse 'cores' 2 'trnfft device: --cores: 129 is not between 1 and 128' \
    "$TRNFFT" device scaling --cores 129

shows 'crossover: a short line' '^n *64  batch *1 .*  host$' \
    "$TRNFFT" device crossover neuron:v2 --n 64 --batch 1
shows 'crossover: a device without launches' '^n *64  batch *4096 .*  device$' \
    "$TRNFFT" device crossover neuron:v3,launch=0,host_gbps=1e9 --n 64 --batch 4096
shows 'crossover --json' '"sooner":' \
    "$TRNFFT" device crossover neuron:v3 --n 64 --batch 1 --json
shows 'scaling' '^n *128  batch *64  cores   2 ' \
    "$TRNFFT" device scaling neuron:v3 --n 128 --batch 64 --cores 1,2 -o scaling.svg
grep -q '</svg>' scaling.svg || fail 'scaling -o' 'no picture'

shows 'accuracy' '^sum_order=pairwise  *[0-9.]*e-0[78]  *[0-9.]*e-0[78]  *[0-9.]*e-03  *[0-9.]*e-06$' \
    "$TRNFFT" device accuracy neuron:v2 --n 128

works 'a file in f32' "$TRNFFT" fftfreq --n 4 --d 0.25 -o x.npy
works 'on the host' "$TRNFFT" fft x.npy -o host.npy
works 'TRNFFT_DEVICE' env TRNFFT_DEVICE=neuron:v3 "$TRNFFT" fft x.npy -o device.npy
same 'four points are exact' host.npy device.npy
shows 'TRNFFT_DEVICE: verify' ' passed, 0 failed$' \
    env TRNFFT_DEVICE=neuron:v3 "$TRNFFT" verify --quick
refuse 'TRNFFT_DEVICE: verify of another mode' 2 'trnfft verify: TRNFFT_DEVICE=neuron:v3,mode=kahan: the bounds here are those of f32 for every length: mode fast, any kernel (trnfft device accuracy tables the errors of all modes)' \
    env TRNFFT_DEVICE=neuron:v3,mode=kahan "$TRNFFT" verify --quick
shows 'TRNFFT_DEVICE: plan' '^neuron:v2 fast ' env TRNFFT_DEVICE=neuron:v2 "$TRNFFT" plan 100
refuse 'TRNFFT_DEVICE: no such device' 2 'trnfft plan: TRNFFT_DEVICE: trnfft_device_open: neuron:v9: the generations are v2, v3 and v4' \
    env TRNFFT_DEVICE=neuron:v9 "$TRNFFT" plan 100
finish

#!/usr/bin/env bash
# Writes bench/results/DATE-neuron-scaling.md and .svg: what more cores are predicted to bring, and
# where the simulated device overtakes the host. Argument: the program.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
trnfft=${1:?the program}
name=bench/results/$(date +%F)-neuron-scaling
{
    echo '# Predicted scaling of the simulated NeuronCore-v3 over cores, and where it overtakes the host'
    echo
    echo "Predictions of cost models, never measured on silicon. Complex f32. Host: one core of this machine by its own cost model ($("$trnfft" device show host))."
    echo
    echo '`trnfft device scaling neuron:v3 --n 16384,65536,1048576 --batch 1,64` (one launch and the host link left out):'
    echo
    echo '```'
    "$trnfft" device scaling neuron:v3 --n 16384,65536,1048576 --batch 1,64 -o "$name.svg"
    echo '```'
    echo
    echo '`trnfft device crossover neuron:v3` (a launch of 850 us and 16 GB/s to the device and back included):'
    echo
    echo '```'
    "$trnfft" device crossover neuron:v3
    echo '```'
    echo
    echo "![speedup over cores]($(basename "$name").svg)"
} >"$name.md"
echo "$name.md"

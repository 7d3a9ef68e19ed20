#!/usr/bin/env bash
# The full comparison of this machine into bench/results/: rows (.jsonl), table (.md), plot (.svg).
#
#   bench/run.sh [OPTION OF trnfft bench]...     as --family smooth --budget 60
#
# TRNFFT  the program, default build/release/bin/trnfft
# NAME    of the files, default the day and the kernels in use, as 2026-11-28-avx2-full
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=${TRNFFT:-build/release/bin/trnfft}
kernels=$("$program" info | sed -nE 's/^cpu level .*, ([a-z0-9]+) in use$/\1/p')
family=$(sed -nE 's/.*--family[ =]([a-z0-9]+).*/-\1/p' <<<"$*")
name=${NAME:-$(date +%F)-${kernels:-unknown}-full$family}
out=bench/results/$name

processor=$(sed -n 's/^model name\t*: //p' /proc/cpuinfo | head -n 1)
identity=$(awk -F: '/^(cpu family|model|stepping)\t/ { printf "%s%s", sep, $1 $2; sep = ", " }
    /^$/ { exit }' /proc/cpuinfo | tr -d '\t')
machine="${processor:-unknown processor} ($identity), $(nproc --all) processors, $(uname -sr), \
$("$program" info | sed -nE 's/^compiler +//p'), kernels $kernels, commit $(git rev-parse --short HEAD)"

"$program" bench --suite full --peers --save "$out.jsonl" "$@" | tee "$out.txt"
bench/table.py "$out.jsonl" "# bench --suite full

$machine.

$(head -n 2 "$out.txt")" >"$out.md"
bench/plot.py "$out.jsonl" "$out.svg" "$processor, kernels $kernels"
rm "$out.txt"
ls "$out".*

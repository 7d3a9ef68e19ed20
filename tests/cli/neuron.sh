#!/bin/bash
# trnfft neuron: programs for a simulated NeuronCore.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"

cat >double.nca <<'END'
program doubling v3
hbm x f32 256 input
hbm y f32 256 output
sbuf s f32 32p 8 @ 0 0
dma0 dma_copy s[0:32 0 8:1] <- x[32*8 0 8:1] post 0 note load
dve tensor_scalar s[0:32 0 8:1] <- s[0:32 0 8:1] multiply bypass scalar 2 wait 0>=1 post 1
dma0 dma_copy y[32*8 0 8:1] <- s[0:32 0 8:1] wait 1>=1
END
sed 's/ wait 0>=1//' double.nca >racing.nca
sed 's/multiply bypass/multiplied by/' double.nca >spelt.nca
"$TRNFFT" neuron asm double.nca >printed.nca
same 'asm prints what it read' double.nca printed.nca
works 'asm -o' "$TRNFFT" neuron asm double.nca -o again.nca
same 'asm -o' double.nca again.nca
shows 'asm --check' '^doubling keeps the rules of NeuronCore-v3: 3 instructions, [1-9][0-9]* bytes' \
    "$TRNFFT" neuron asm double.nca --check
refuse 'asm: a rule' 4 "trnfft neuron: racing.nca: $("$TRNFFT" neuron asm racing.nca 2>&1 |
    sed 's/.*racing.nca: //')" "$TRNFFT" neuron asm racing.nca
"$TRNFFT" neuron asm racing.nca 2>&1 | grep -q 'instruction 1, tensor_scalar on dve: ' ||
    fail 'asm: a rule' "$("$TRNFFT" neuron asm racing.nca 2>&1)"
expect 'asm --print' "$(cat racing.nca)" "$TRNFFT" neuron asm racing.nca --print
refuse 'asm: a word' 3 "trnfft neuron: spelt.nca, line 6: \"multiplied\": an attribute (scalar, \
wait, post, note ...) or the end of the line expected" "$TRNFFT" neuron asm spelt.nca
refuse 'no such file' 5 'trnfft neuron: none: No such file or directory' \
    "$TRNFFT" neuron asm none

seq 1 256 >x.csv
works 'run a file' "$TRNFFT" neuron run double.nca --in x=x.csv --out y=y.csv
expect 'what it computed' "$(seq 2 2 512)" sed 's/\.0*$//' y.csv
shows 'run: the time' '^  time  *[0-9.]* us on the device, 8[0-9.]* us with the launch; predicted' \
    "$TRNFFT" neuron run double.nca
shows 'run --set' '"total_us":	[0-9.]*,' "$TRNFFT" neuron run double.nca --set launch=0,range=low --json
refuse 'run: a setting' 4 'trnfft neuron: setting sum_order = no: one of sequential, reversed, pairwise, wide' \
    "$TRNFFT" neuron run double.nca --set sum_order=no
refuse 'run: no such input' 2 'trnfft neuron: --in z=x.csv: the program has no input z' \
    "$TRNFFT" neuron run double.nca --in z=x.csv
refuse 'run: no file named' 2 'trnfft neuron: --in x: NAME=FILE expected' \
    "$TRNFFT" neuron run double.nca --in x
seq 1 200 >short.csv
refuse 'run: too few numbers' 4 'trnfft neuron: short.csv: 200 numbers, but x has 256' \
    "$TRNFFT" neuron run double.nca --in x=short.csv
refuse 'run: another machine' 2 'trnfft neuron: --machine: double.nca is a program for v3, not for v2' \
    "$TRNFFT" neuron run double.nca --machine v2

# Kernels: the error is that of f32, the transform that of the host.
shows 'run a job' '^  error  *[0-9.]*e-0[78] relative RMS' "$TRNFFT" neuron run --n 128 --batch 32
shows 'run istft: the exponent has +' '^  error  *[0-9.]*e-0[78] relative RMS' \
    "$TRNFFT" neuron run --task istft --n 64 --hop 16 --frames 20
shows 'run a job in bf16' '^  error  *[0-9.]*e-03 ' "$TRNFFT" neuron run --n 64 --batch 8 --mode bf16
shows 'run r2c' '^  error  *[0-9.]*e-0[78] ' "$TRNFFT" neuron run --n 100 --batch 3 --transform r2c
works 'a job to a file' "$TRNFFT" neuron run --n 16 --batch 16 --in x=x.csv --out y=ours.npy
works 'the file' test -s ours.npy
refuse 'run: no length' 2 'trnfft neuron: a file or a job is missing: --n N' "$TRNFFT" neuron run
refuse 'run: no such kernel' 4 'trnfft neuron: kernel = magic: there is no such kernel' \
    "$TRNFFT" neuron run --n 64 --kernel magic
refuse 'run: a length' 2 'trnfft neuron: --n: 0 is not a length' "$TRNFFT" neuron run --n 0

shows 'plan' '^dft_rows  *[0-9.]* ' "$TRNFFT" neuron plan --n 128 --batch 64
shows 'plan --json' '"device_high_us":' "$TRNFFT" neuron plan --n 128 --batch 64 --json
shows 'machines' '^  dma_gbps  *B/ns  *27.2  *17  *17  of one DMA engine; documented' \
    "$TRNFFT" neuron machines --machine v2
shows 'machines: switches' '^  sum_order  *sequential|reversed|pairwise|wide$' "$TRNFFT" neuron machines
shows 'machines --json' '"source":	"documented' "$TRNFFT" neuron machines --json
refuse 'no such machine' 2 "trnfft neuron: --machine: 'v1' is none of v2, v3 and v4" \
    "$TRNFFT" neuron machines --machine v1

works 'trace' "$TRNFFT" neuron trace --n 128 --batch 64 -o t.json
works 'trace: svg' "$TRNFFT" neuron trace double.nca -o t.svg
if command -v python3 >/dev/null; then
    works 'trace is JSON' python3 -m json.tool t.json
    works 'trace is XML' python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("t.svg")'
fi
if "$TRNFFT" info | grep -q 'libpng.*no'; then
    : # no pictures
else
    works 'trace: png' "$TRNFFT" neuron trace double.nca -o t.png
    [ "$(head -c 4 t.png | tail -c 3)" = PNG ] || fail 'trace: png' "$(file t.png)"
fi
refuse 'trace: a format' 2 'trnfft neuron: -o t.gif: a timeline is .json, .svg or .png' \
    "$TRNFFT" neuron trace double.nca -o t.gif
shows 'emit' '^import nki' "$TRNFFT" neuron emit --n 16 --batch 4
shows 'emit: the kernel asked for' '^"""four_step, a kernel in NKI for trn1' \
    "$TRNFFT" neuron emit --kernel four_step --n 1024 --machine v2
works 'emit --out' "$TRNFFT" neuron emit --kernel four_step --n 1024 --out k.py
works 'emit -o' "$TRNFFT" neuron emit --kernel four_step --n 1024 -o k2.py
works 'emit: the same file' cmp k.py k2.py
shows 'emit --probe' '^"pe_bf16": ("bfloat16 operands' "$TRNFFT" neuron emit --probe --machine v2
refuse 'emit --probe --n' 2 'trnfft neuron: --probe: takes no file, no --n and no --kernel' \
    "$TRNFFT" neuron emit --probe --n 8
refuse 'emit --probe FILE' 2 'trnfft neuron: --probe: takes no file, no --n and no --kernel' \
    "$TRNFFT" neuron emit double.nca --probe

shows 'report --json' '"mean_ratio":	[1-9][0-9]' "$TRNFFT" neuron report --json
grep -q '"goal":	"16,384 points alone, at most 8 us",' .out || fail 'report: goals' "$(tail -50 .out)"
[ "$(grep -c '"met":	true' .out)" = 8 ] || fail 'report: goals that are met' "$(cat .out)"
works 'report: a page' "$TRNFFT" neuron report --sensitivity -o r.html
works 'report: a chart' "$TRNFFT" neuron report -o r.svg
if command -v python3 >/dev/null; then
    works 'the chart is XML' python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("r.svg")'
fi
grep -q '^</body></html>$' r.html || fail 'report: a page' "$(tail -3 r.html)"

refuse 'no action' 2 "trnfft neuron: 'fly' is none of asm, run, trace, emit, plan, machines and \
report" "$TRNFFT" neuron fly
refuse 'plan takes no file' 2 "trnfft neuron: 'x': plan takes no file" "$TRNFFT" neuron plan x
finish

#!/bin/bash
# The verbs about the library itself: plan, verify, bench, info, completions.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/lib.sh"

shows info '^version  *[0-9]' "$TRNFFT" info
shows 'info: the mask' 'scalar in use$' env TRNFFT_CPU=scalar "$TRNFFT" info
works 'info: no such level' env TRNFFT_CPU=avx99 "$TRNFFT" info
grep -q '^trnfft info: warning: TRNFFT_CPU=avx99 is no level' .err || fail 'the warning' "$(cat .err)"
warns() { # NAME WANTED-STDERR COMMAND…: exit 0 and exactly this on stderr
    name=$1 wanted=$2
    shift 2
    works "$name" "$@"
    [ "$(cat .err)" = "$wanted" ] || fail "$name" "$(cat .err)"
}
for threads in x 0 1025 2x -1; do
    warns "TRNFFT_THREADS=$threads" "trnfft plan: warning: TRNFFT_THREADS=$threads is neither a \
number from 1 to 1024 nor all: 1 thread is in use" env TRNFFT_THREADS=$threads "$TRNFFT" plan 60
done
for threads in 1 1024 all ''; do
    warns "TRNFFT_THREADS=$threads" '' env TRNFFT_THREADS=$threads "$TRNFFT" plan 60
done
passed_over='trnfft plan: warning: TRNFFT_CALIBRATION is passed over: trnfft_context_create'
warns 'no such calibration' "$passed_over: none.cal: cannot be opened: No such file or directory" \
    env TRNFFT_CALIBRATION=none.cal TRNFFT_THREADS=1 "$TRNFFT" plan 60
echo 'no constants' >wrong.cal
warns 'no calibration' "$passed_over: wrong.cal: not a calibration of format 1" \
    env TRNFFT_CALIBRATION=wrong.cal "$TRNFFT" plan 60

shows plan '^    .* n=1000 ' "$TRNFFT" plan 1000
shows 'plan: alternatives' '^line c2c f64 n=997' "$TRNFFT" plan 997 --dtype f64
shows 'plan --force' 'bluestein n=997' "$TRNFFT" plan 997 --force bluestein --no-alternatives
shows 'plan --shape' 'axis 1 r2c n=30' "$TRNFFT" plan --shape 20,30 --op rfft --layout split
for op in fft ifft rfft irfft hfft ihfft; do
    shows "plan --op $op --in-place" ', in place ' "$TRNFFT" plan 9 --op $op --in-place
done
refuse 'plan: real rows in place' 4 "trnfft plan: out overlaps in: in place every element stays \
where it is, and rows of a real transform need room for 2 (n / 2 + 1) components" \
    "$TRNFFT" plan --shape 20,30 --op rfft --in-place
refuse 'plan 0' 4 'trnfft plan: n = 0: a transform needs at least one point' "$TRNFFT" plan 0
refuse 'plan x' 2 "trnfft plan: 'x' is not a length" "$TRNFFT" plan x
refuse 'plan' 2 'trnfft plan: a length is missing: trnfft plan N or --shape' "$TRNFFT" plan

works 'plan --measure' "$TRNFFT" plan 1000 --measure --wisdom a.wisdom --time-limit 20
shows 'wisdom show' '^[a-z0-9]*  *f32 c2c  *1000  *[a-z]' "$TRNFFT" wisdom show a.wisdom
shows 'wisdom show: $TRNFFT_WISDOM' ' c2c  *1000 ' env TRNFFT_WISDOM=a.wisdom "$TRNFFT" wisdom show
works 'plan from wisdom' "$TRNFFT" plan 1000 --wisdom a.wisdom --json
grep -q '"plan"' "$work/.out" || fail 'plan --json' "$(cat "$work/.out")"
works 'another length' "$TRNFFT" plan 60 --measure --wisdom b.wisdom --time-limit 20
works 'wisdom merge' "$TRNFFT" wisdom merge a.wisdom b.wisdom -o both.wisdom
shows 'merged' ' c2c  *60 ' "$TRNFFT" wisdom show both.wisdom
shows 'merged' '"n":	1000,' "$TRNFFT" wisdom show both.wisdom --json
cp both.wisdom old.wisdom
works 'merge again' "$TRNFFT" wisdom merge both.wisdom a.wisdom
same 'merging twice changes nothing' both.wisdom old.wisdom
head -c 60 a.wisdom >cut.wisdom
refuse 'cut wisdom' 3 'trnfft plan: cut.wisdom, line 3: the text ends here: it was cut' \
    "$TRNFFT" plan 60 --wisdom cut.wisdom
refuse 'foreign wisdom' 3 "trnfft wisdom: $root/README.md, line 1: not a file of wisdom: it does \
not begin with its name" "$TRNFFT" wisdom show "$root/README.md"
refuse 'no such wisdom' 5 'trnfft wisdom: none: cannot be opened: No such file or directory' \
    "$TRNFFT" wisdom show none
refuse 'a folder that is not there' 5 \
    'trnfft wisdom: nowhere/c.wisdom: cannot be written: No such file or directory' \
    "$TRNFFT" wisdom merge a.wisdom -o nowhere/c.wisdom
refuse 'wisdom eat' 2 "trnfft wisdom: 'eat' is neither show nor merge" "$TRNFFT" wisdom eat
refuse 'plan --time-limit' 2 'trnfft plan: --time-limit: 0 is not above 0' \
    "$TRNFFT" plan 60 --time-limit 0
shows 'plan --why' 'chosen  fastest$\|  fastest$' "$TRNFFT" plan 100 --why --time-limit 20
shows 'plan --why --json' '"measured_ns":' "$TRNFFT" plan 100 --why --json --time-limit 20

shows 'calibrate --check' '^4 lengths, kernels .* the default plan is within 10 % ' \
    "$TRNFFT" calibrate --check --from 60 --to 180 --every 40 --time-limit 20
shows 'calibrate --check --json' '"within_10_percent":' \
    "$TRNFFT" calibrate --check --from 60 --to 60 --op rfft --dtype f64 --json
refuse 'calibrate --every' 2 'trnfft calibrate: --every: 0 is not above 0' \
    "$TRNFFT" calibrate --check --every 0

works 'calibrate -o' "$TRNFFT" calibrate -o machine.cal --time-limit 0.1
works 'plan by a calibration' env TRNFFT_CALIBRATION=machine.cal "$TRNFFT" plan 1000
shows 'calibrate --emit-c' '^ *\.pass = { { 0' "$TRNFFT" calibrate -o machine.cal --emit-c
refuse 'calibrate' 2 'trnfft calibrate: nothing to do: --check or -o FILE' "$TRNFFT" calibrate

shows verify ', 0 failed$' "$TRNFFT" verify --quick
shows 'verify --json' '"failed":0}$' "$TRNFFT" verify --n 1,5,97 --json
refuse 'verify --quick --full' 2 'trnfft verify: --quick and --full exclude each other' \
    "$TRNFFT" verify --quick --full

works bench "$TRNFFT" bench --no-peers --n 8,100,4x6 --blocks 13 --min-time 0.05 --json
[ "$(grep -c '"suite":"custom","case":"fft ' "$work/.out")" = 6 ] ||
    fail 'bench rows' "$(cat "$work/.out")"
[ "$(tail -1 "$work/.out")" = '{"summary":{"geomean":null,"min_ratio":null,"rows":6}}' ] ||
    fail 'bench summary' "$(tail -1 "$work/.out")"
for op in ifft rfft irfft gemm mask; do
    works "bench $op" "$TRNFFT" bench --op $op --n 9 --blocks 13 --min-time 0.05 --dtype f64
done
for op in stft istft; do
    works "bench $op" "$TRNFFT" bench --op $op --n '500/64/16*2' --blocks 13 --min-time 0.05
done
for family in fnet tiny; do
    works "bench $family" "$TRNFFT" bench --suite full --family $family --no-peers --budget 0.1 \
        --blocks 13 --min-time 0.05 --wisdom-cache "$work/wisdom" --save "$work/rows.jsonl"
    grep -q "\"family\":\"$family\"" "$work/rows.jsonl" ||
        fail "bench --save $family" "$(cat "$work/rows.jsonl")"
done
tail -1 "$work/rows.jsonl" | grep -q '"families":\[{"family":"tiny","layout":"all","rows":62' ||
    fail 'bench families' "$(tail -1 "$work/rows.jsonl")"
refuse 'bench --family' 2 "trnfft bench: --family is for --suite full" \
    "$TRNFFT" bench --family tiny
refuse 'bench --n' 2 "trnfft bench: --n: '4,,5' is not a list like 1000,64x64,1024*32 that \
--op can do" "$TRNFFT" bench --n 4,,5
refuse 'bench --peer' 2 "trnfft bench: --peer: 'x' is not of the form NAME=PATH.so" \
    "$TRNFFT" bench --peer x

"$TRNFFT" completions bash >completions.bash || fail 'completions bash'
bash -n completions.bash || fail 'the bash completion does not parse'
answer=$(. ./completions.bash && COMP_WORDS=(trnfft fft --norm o) COMP_CWORD=3 && _trnfft &&
    echo "${COMPREPLY[@]}")
[ "$answer" = ortho ] || fail 'completion of --norm o' "$answer"
shows 'completions zsh' '^#compdef trnfft' "$TRNFFT" completions zsh
shows 'completions fish' '^complete -c trnfft' "$TRNFFT" completions fish
refuse 'completions tcsh' 2 \
    "trnfft completions: 'tcsh' is not one of bash, zsh, fish, man" "$TRNFFT" completions tcsh
"$TRNFFT" completions man >page.1 || fail 'completions man'
same 'docs/man/trnfft.1 is what `trnfft completions man` prints' page.1 "$root/docs/man/trnfft.1"

finish

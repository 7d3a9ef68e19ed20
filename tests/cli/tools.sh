#!/bin/bash
# The verbs about the library itself: plan, verify, bench, info, completions.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/lib.sh"

# shows NAME PATTERN COMMAND…: exit 0 and a line of stdout that matches.
shows() {
    name=$1 pattern=$2
    shift 2
    works "$name" "$@"
    grep -q -- "$pattern" "$work/.out" ||
        fail "$name" "no line matches '$pattern' in:" "$(cat "$work/.out")"
}

shows info '^version  *[0-9]' "$TRNFFT" info
shows 'info: the mask' 'scalar in use$' env TRNFFT_CPU=scalar "$TRNFFT" info

shows plan '^    .* n=1000 ' "$TRNFFT" plan 1000
shows 'plan: alternatives' '^line c2c f64 n=997' "$TRNFFT" plan 997 --dtype f64
shows 'plan --force' 'bluestein n=997' "$TRNFFT" plan 997 --force bluestein --no-alternatives
shows 'plan --shape' 'axis 1 r2c n=30' "$TRNFFT" plan --shape 20,30 --op rfft --layout split
refuse 'plan 0' 4 'trnfft plan: n = 0: a transform needs at least one point' "$TRNFFT" plan 0
refuse 'plan x' 2 "trnfft plan: 'x' is not a length" "$TRNFFT" plan x
refuse 'plan' 2 'trnfft plan: a length is missing: trnfft plan N or --shape' "$TRNFFT" plan

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

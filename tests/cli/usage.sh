#!/bin/bash
# The command line itself: help, exit statuses, mistakes.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"

verbs=$("$TRNFFT" --help | awk '/^  [a-z]/ && !/^  trnfft/ { print $1 }')
[ "$(echo "$verbs" | wc -l)" -ge 27 ] || fail 'the verbs' "$verbs"
for verb in $verbs; do
    for help in "$verb --help" "$verb -h" "help $verb"; do
        works "$help" "$TRNFFT" $help
        grep -q "^usage: trnfft $verb " .out || fail "$help: usage" "$(head -3 .out)"
        grep -q '^Examples$' .out || fail "$help: examples"
    done
done
expect 'version' "trnfft $(sed -n 's/^#define TRNFFT_VERSION_STRING "\(.*\)".*/\1/p' \
    "$here/../../include/trnfft/version.h")" "$TRNFFT" --version

refuse 'no verb' 2 'trnfft: a verb is missing (see trnfft --help)' "$TRNFFT"
refuse 'a wrong verb' 2 "trnfft: no verb 'fftt': did you mean 'fft'? (see trnfft --help)" \
    "$TRNFFT" fftt
refuse 'no such verb' 2 "trnfft: no verb 'transmogrify' (see trnfft --help)" "$TRNFFT" transmogrify
refuse 'no such option' 2 "trnfft fft: no option '--size' (see trnfft fft --help)" \
    "$TRNFFT" fft x.npy --size 3
refuse 'no such letter' 2 "trnfft fft: no option '-x' (see trnfft fft --help)" "$TRNFFT" fft x.npy -x
refuse 'no value' 2 'trnfft fft: --n: a value is missing (N)' "$TRNFFT" fft x.npy --n
for name in n length hop-length win-length; do
    verb=stft
    [ "$name" = n ] && verb=fft
    [ "$name" = length ] && verb=istft
    refuse "a negative $name, the library's default" 4 "trnfft $verb: --$name: -1: must not be negative" \
        "$TRNFFT" "$verb" x.npy -o never.npy "--$name" -1
done
refuse 'no number' 2 "trnfft fft: --n: '3.5' is not a whole number" "$TRNFFT" fft x.npy --n 3.5
refuse 'too large a number' 2 "trnfft fft: --n: '99999999999999999999' is not a whole number" \
    "$TRNFFT" fft x.npy --n 99999999999999999999
refuse 'no list' 2 "trnfft fftn: --s: '4,,3' is not a list of whole numbers like 4,3" \
    "$TRNFFT" fftn x.npy --s 4,,3
refuse 'a choice' 2 "trnfft fft: --norm: 'both' is not one of backward|ortho|forward" \
    "$TRNFFT" fft x.npy --norm both
refuse 'no file' 2 'trnfft fft: an argument is missing: trnfft fft IN [-o OUT] [options]' "$TRNFFT" fft
refuse 'two files' 2 "trnfft fft: 'b' is one argument too many: trnfft fft IN [-o OUT] [options]" \
    "$TRNFFT" fft a b
refuse 's and dim' 2 'trnfft fftn: --s has 2 number(s), --dim 1: they must have the same length' \
    sh -c "echo 1 | '$TRNFFT' fftn - --in-format csv --s 4,3 --dim 0"
refuse 'a repeated dimension' 4 'trnfft fftn: dim[1] = -1 repeats dimension 1' \
    sh -c "printf '1,2\n3,4\n' | '$TRNFFT' fftn - --in-format csv --dim=1,-1"
refuse 'a flag with a value' 2 'trnfft stft: --center takes no value' "$TRNFFT" stft x.npy --center=1
refuse 'no flag' 2 "trnfft fft: no option '--no-n' (see trnfft fft --help)" "$TRNFFT" fft x.npy --no-n
works 'a file that begins with a dash' sh -c "echo 1 >./-x.csv; '$TRNFFT' fft -- -x.csv"
refuse 'stdout is full' 5 'trnfft fft: stdout could not be written' \
    sh -c "seq 1 10 | '$TRNFFT' fft - --in-format csv >/dev/full"
refuse 'stdout is closed' 5 'trnfft fft: stdout: Bad file descriptor' \
    sh -c "seq 1 10 | '$TRNFFT' fft - --in-format csv -o - >&-"
refuse 'no stdout for help' 5 'trnfft: stdout could not be written' sh -c "'$TRNFFT' --help >/dev/full"
finish

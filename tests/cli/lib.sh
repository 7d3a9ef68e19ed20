# lib.sh - what the scripts of this folder share. They get the program's path in TRNFFT, run in an
# empty folder of their own and end with 0 when all expectations held.
set -u
: "${TRNFFT:?TRNFFT must name the program}"
case $TRNFFT in /*) ;; *) TRNFFT=$PWD/$TRNFFT ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
    failures=$((failures + 1))
    printf 'FAILED: %s\n' "$1" >&2
    shift
    for line in "$@"; do
        printf '    %s\n' "$line" >&2
    done
}

# expect NAME WANTED-STDOUT COMMAND…: exit 0, exactly this on stdout, nothing on stderr.
expect() {
    name=$1 wanted=$2
    shift 2
    "$@" >"$work/.out" 2>"$work/.err"
    code=$?
    if [ $code -ne 0 ] || [ "$(cat "$work/.out")" != "$wanted" ] || [ -s "$work/.err" ]; then
        fail "$name" "exit $code, stdout:" "$(cat "$work/.out")" "instead of:" "$wanted" \
            "stderr:" "$(cat "$work/.err")"
    fi
}

# refuse NAME CODE SENTENCE COMMAND…: this exit status, exactly this on stderr, nothing on stdout.
refuse() {
    name=$1 wanted_code=$2 wanted=$3
    shift 3
    "$@" >"$work/.out" 2>"$work/.err"
    code=$?
    if [ $code -ne "$wanted_code" ] || [ "$(cat "$work/.err")" != "$wanted" ] ||
        [ -s "$work/.out" ]; then
        fail "$name" "exit $code instead of $wanted_code, stderr:" "$(cat "$work/.err")" \
            "instead of:" "$wanted"
    fi
}

# works NAME COMMAND…: exit 0.
works() {
    name=$1
    shift
    "$@" >"$work/.out" 2>"$work/.err"
    code=$?
    if [ $code -ne 0 ]; then
        fail "$name" "exit $code, stderr:" "$(cat "$work/.err")"
    fi
}

# shows NAME PATTERN COMMAND…: exit 0 and a line of stdout that matches.
shows() {
    name=$1 pattern=$2
    shift 2
    works "$name" "$@"
    grep -q -- "$pattern" "$work/.out" ||
        fail "$name" "no line matches '$pattern' in:" "$(cat "$work/.out")"
}

# same NAME FILE FILE: byte by byte.
same() {
    cmp -s "$2" "$3" || fail "$1" "$2 and $3 differ"
}

# Rounds the numbers of text to six decimals; -0 becomes 0.
rounded() {
    sed 's/\([0-9.]\)\([+-][0-9.einf-]*j\)/\1 \2/g; s/j//g; s/,/ /g' |
        awk '{ line = ""
               for (i = 1; i <= NF; i++) {
                   v = sprintf("%.6f", $i); sub(/^-0\.000000$/, "0.000000", v)
                   line = line (i > 1 ? " " : "") v }
               print line }'
}

# near NAME WANTED COMMAND…: stdout, rounded (complex numbers as two).
near() {
    name=$1 wanted=$2
    shift 2
    "$@" >"$work/.out" 2>"$work/.err"
    code=$?
    got=$(rounded <"$work/.out")
    if [ $code -ne 0 ] || [ "$got" != "$wanted" ]; then
        fail "$name" "exit $code, stdout:" "$got" "instead of:" "$wanted" "stderr:" \
            "$(cat "$work/.err")"
    fi
}

# npy FILE DESCR SHAPE ORDER BYTES [VERSION]: a .npy file; BYTES as printf takes them.
npy() {
    dictionary="{'descr': '$2', 'fortran_order': $4, 'shape': $3, }"
    length=$((${#dictionary} + 1))
    low=$(printf '\\%03o' $((length % 256)))
    high=$(printf '\\%03o' $((length / 256)))
    case ${6:-1} in
    1) printf "\\223NUMPY\\001\\000$low$high%s\\n$5" "$dictionary" >"$1" ;;
    *) printf "\\223NUMPY\\00$6\\000$low$high\\000\\000%s\\n$5" "$dictionary" >"$1" ;;
    esac
}

number32() { # little-endian
    printf '\\%03o\\%03o\\%03o\\%03o' $(($1 & 255)) $(($1 >> 8 & 255)) $(($1 >> 16 & 255)) \
        $(($1 >> 24 & 255))
}

number16() {
    printf '\\%03o\\%03o' $(($1 & 255)) $(($1 >> 8 & 255))
}

# wav FILE CHANNELS BITS RATE ANNOUNCED-DATA-BYTES BYTES
wav() {
    block=$(($2 * $3 / 8))
    printf "RIFF\\377\\377\\377\\377WAVEfmt $(number32 16)$(number16 1)$(number16 "$2")" >"$1"
    printf "$(number32 "$4")$(number32 $(($4 * block)))$(number16 $block)$(number16 "$3")" >>"$1"
    printf "data$(number32 "$5")$6" >>"$1"
}

finish() {
    if [ $failures -ne 0 ]; then
        echo "$failures expectation(s) failed" >&2
        exit 1
    fi
    exit 0
}

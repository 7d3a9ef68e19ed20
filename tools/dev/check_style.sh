#!/usr/bin/env bash
# The rules that no other tool knows: lengths of files and functions, no tabs, no trailing blanks,
# no TODO, nothing in the library that prints or ends the process, #if only where it belongs,
# a README.md in every folder that is a part (those below a part are in its README).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bad=0
complain() {
    if [ -n "$2" ]; then
        printf 'style: %s\n%s\n' "$1" "$2" >&2
        bad=1
    fi
}
files=$(find src include tools examples tests bench -type f \
    \( -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.sh' -o -name CMakeLists.txt \) \
    -not -path '*/data/*' | sort)
code=$(grep -E '\.(c|h|cpp)$' <<<"$files")
library=$(find src -name '*.[ch]' | sort)

complain "a tab" "$(grep -nP '\t' $code || true)"
complain "blanks at the end of a line" "$(grep -nE ' +$' $files || true)"
complain "a note to do something later" "$(grep -nE '\b(TODO|FIXME|XXX)\b' $files | grep -v check_style || true)"
complain "the library prints or ends the process" \
    "$(grep -nE '\b(abort|exit|_exit|printf|fprintf|puts|putchar|perror) *\(' $library || true)"
complain "a line over 100 columns" \
    "$(LC_ALL=C.UTF-8 grep -nE '^.{101,}' $(grep -vE '_gen\.[ch]$' <<<"$code") | cut -c1-100 || true)"
complain "a file over 1,000 lines" "$(wc -l $code | awk '$1 > 1000 && $2 != "total" && $2 !~ /_gen\./' )"
complain "a function over 120 lines" "$(awk '
    FNR == 1 { open = 0 }
    /^\{/ { open = FNR }
    /^\}/ { if (open && FNR - open > 120) print FILENAME ":" open ": " FNR - open " lines"; open = 0 }' \
    $(grep -vE '_gen\.[ch]$' <<<"$code"))"
complain "a conditional outside src/base, src/backend/cpu" \
    "$(grep -nE '^ *# *(if|ifdef) ' $(grep -vE '^src/(base|backend/cpu)/' <<<"$library") /dev/null || true)"
for folder in bench cmake docs examples include src src/*/ src/backend/*/ tests tests/*/ tools/*/; do
    if [ ! -e "$folder/README.md" ]; then complain "no README.md" "$folder"; fi
done
[ "$bad" = 0 ] && echo "style: $(wc -l <<<"$files") files"
exit "$bad"

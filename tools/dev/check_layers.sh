#!/usr/bin/env bash
# Checks the include rules: the table in ARCHITECTURE.md between `<!-- layers -->` and
# `<!-- /layers -->` says what the files of each folder may include: folders or single
# files. Public headers may be included by everybody.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

files=$(find src include tools/trnfft examples -type f \( -name '*.c' -o -name '*.h' -o -name '*.cpp' \) | sort)
# shellcheck disable=SC2086,SC2046
awk -v table=ARCHITECTURE.md '
function folder_of(path,    best, f) {          # the longest row that path lies in
    best = ""
    for (f in may)
        if (index(path, f "/") == 1 && length(f) > length(best)) best = f
    return best
}
function exists(path,    line, ok) {
    ok = (getline line < path) >= 0
    close(path)
    return ok
}
BEGIN {
    while ((getline line < table) > 0) {
        if (line ~ /<!-- layers -->/) inside = 1
        else if (line ~ /<!-- \/layers -->/) inside = 0
        else if (inside && line ~ /^\| *`/) {
            split(line, cell, "|")
            gsub(/[` ]/, "", cell[2])
            gsub(/[`]/, "", cell[3])
            may[cell[2]] = " " cell[3] " "
            rows++
        }
    }
    if (!rows) { print "check_layers: no table in " table; exit 2 }
}
FNR == 1 {
    layer = folder_of(FILENAME)
    if (layer == "") { print FILENAME ": no row of " table " covers this folder"; bad++ }
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, part, "\"")
    target = part[2]
    dir = FILENAME
    sub(/\/[^\/]*$/, "", dir)
    if (exists(dir "/" target)) next            # its own folder
    path = "src/" target
    if (!exists(path)) {
        print FILENAME ":" FNR ": \"" target "\" is neither in its folder nor under src/"; bad++
        next
    }
    other = folder_of(path)
    checked++
    if (other != layer && index(may[layer], " " other " ") == 0 &&
        index(may[layer], " " path " ") == 0) {
        print FILENAME ":" FNR ": " layer " may not include " other " (" target ")"; bad++
    }
}
END {
    if (bad) exit 1
    if (rows) print "layers: " rows " folders, " checked " includes between files, all downwards"
}' $files

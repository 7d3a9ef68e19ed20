#!/usr/bin/env bash
# Rewrites the code in the layout of .clang-format; --check only complains.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
files=$(find src include tools tests examples bench -type f \
    \( -name '*.c' -o -name '*.h' -o -name '*.cpp' \) -not -name '*_gen.*' | sort)
if [ "${1:-}" = --check ]; then
    # shellcheck disable=SC2086,SC2046
    clang-format --dry-run -Werror $files
    echo "format: $(wc -l <<<"$files") files"
else
    # shellcheck disable=SC2086,SC2046
    clang-format -i $files
fi

#!/usr/bin/env bash
# Runs the libFuzzer targets of a build, each for FUZZ_SECONDS (default 60), from the committed
# corpus. New inputs go to build/fuzz-corpus, a failing input is left in the current folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=${1:-build/fuzz}
seconds=${FUZZ_SECONDS:-60}
for program in "$build"/tests/fuzz_*; do
    name=$(basename "$program")
    corpus=tests/fuzz/corpus/${name#fuzz_}
    mkdir -p "build/fuzz-corpus/$name"
    echo "== $name for $seconds s"
    "$program" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -print_final_stats=0 \
        -verbosity=0 "build/fuzz-corpus/$name" $([ -d "$corpus" ] && echo "$corpus")
done
echo "fuzz: every target ran $seconds s without a finding"

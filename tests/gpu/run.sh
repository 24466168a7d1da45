#!/bin/sh
# Everything that is worth running on a machine with a real GPU.  Needs an installed tree and programs built beforehand
# (that machine may lack Debian packages): run.sh PREFIX BUILD OUT, where BUILD/tests holds the programs.
set -u
prefix=$1; build=$2; out=$3
root=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd)
inquest=$prefix/bin/inquest
mkdir -p "$out"
echo "== doctor"; "$inquest" doctor 2>&1 | head -40
echo "== rules"; python3 "$root/tests/rules/run_rules.py" --device real --inquest "$inquest" --build "$build" --prebuilt --jobs 8 > "$out/rules.txt" 2>&1
grep -v '^ok' "$out/rules.txt"
echo "== order, 20 runs of each program"
python3 "$root/tests/rules/repeat_order.py" --device real --inquest "$inquest" --build "$build" --prebuilt --jobs "$(nproc)" --runs 20 --state "$out/order.json"
echo "== truth"; python3 "$root/tests/truth/run_truth.py" --help > /dev/null 2>&1 &&
    python3 "$root/tests/truth/run_truth.py" --cache "$build/truth" --probe "$build/truth/probe-static" --prefix "$inquest --device real --quiet --" > "$out/truth.txt" 2>&1
tail -15 "$out/truth.txt" 2>/dev/null
if command -v nvcc > /dev/null; then
    echo "== cost per call"
    python3 "$root/bench/api_cost.py" "$prefix" --device real
    echo "== cost per call, without order"
    python3 "$root/bench/api_cost.py" "$prefix" --device real --no-rules order
    for option in --blame --device-guard --canary; do
        echo "== cost per call, $option"
        python3 "$root/bench/api_cost.py" "$prefix" --device real $option
    done
fi
if python3 -c 'import torch' 2> /dev/null; then
    echo "== training loop"
    for i in 1 2; do
        python3 "$root/tests/gpu/train.py" 400
        "$inquest" --device real --format json -o "$out/train.json" -- python3 "$root/tests/gpu/train.py" 400
        "$inquest" --device real --quiet --blame -- python3 "$root/tests/gpu/train.py" 400
    done
    python3 - "$out/train.json" <<'P'
import json, sys
d = json.load(open(sys.argv[1]))
print(d["summary"], d["coverage"])
for f in d["findings"]:
    print(f["severity"], f["rule"], f["api"], f["message"])
P
fi

#!/usr/bin/env python3
"""Cost that inquest adds per CUDA call: runs bench/api_cost natively and under inquest in turns, prints medians,
the difference in nanoseconds and the ratio.  Usage: api_cost.py PROGRAM INQUEST [options of inquest...]"""
import statistics, subprocess, sys


def run(command):
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {line.split()[0]: float(line.split()[1]) for line in out.splitlines()}


program, inquest, options = sys.argv[1], sys.argv[2], sys.argv[3:]
native, watched = [], []
for _ in range(3):
    native.append(run([program]))
    watched.append(run([inquest, "--quiet", *options, program]))
print(f"{'call':18} {'native ns':>10} {'inquest ns':>11} {'added ns':>9} {'ratio':>6}")
for name in native[0]:
    a = statistics.median(r[name] for r in native)
    b = statistics.median(r[name] for r in watched)
    print(f"{name:18} {a:10.1f} {b:11.1f} {b - a:9.1f} {b / a:6.2f}")

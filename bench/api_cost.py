#!/usr/bin/env python3
"""Cost that inquest adds per CUDA call on a real GPU: runs bench/api_cost natively and under inquest in turns, prints
medians, the difference in nanoseconds and the ratio.  Skipped without a GPU or nvcc.
Usage: api_cost.py BUILD_OR_PREFIX [options of inquest...]"""
import os, shutil, statistics, subprocess, sys, tempfile


def run(command):
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {line.split()[0]: float(line.split()[1]) for line in out.splitlines()}


inquest, options = os.path.join(sys.argv[1], "bin/inquest"), sys.argv[2:]
nvcc = shutil.which("nvcc")
if not nvcc or not os.path.exists("/dev/nvidia0"):
    print("no GPU or no nvcc: skipped")
    sys.exit(0)
folder = tempfile.mkdtemp()
program = os.path.join(folder, "api_cost")
subprocess.run([nvcc, "-O2", "-o", program, os.path.join(os.path.dirname(os.path.abspath(__file__)), "api_cost.cu")], check=True)
native, watched = [], []
for _ in range(3):
    native.append(run([program]))
    watched.append(run([inquest, "--quiet", *options, program]))
print(f"{'call':18} {'native ns':>10} {'inquest ns':>11} {'added ns':>9} {'ratio':>6}")
for name in native[0]:
    a = statistics.median(r[name] for r in native)
    b = statistics.median(r[name] for r in watched)
    print(f"{name:18} {a:10.1f} {b:11.1f} {b - a:9.1f} {b / a:6.2f}")
shutil.rmtree(folder)

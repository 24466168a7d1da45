#!/usr/bin/env python3
"""Cost of inquest per OpenCL call: runs bench/opencl_cost natively and under inquest in turns and prints ratios of this run.
What is measured is the calling thread's own processor time, the least of the rounds: elapsed time depends on when a driver's threads wake.
Skipped (status 77) without headers, loader or device.  Usage: opencl_cost.py BUILD_OR_PREFIX [options of inquest...]"""
import os, subprocess, sys, tempfile

ROUNDS = 5


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 77:
        print("no OpenCL device: skipped")
        sys.exit(77)
    done.check_returncode()
    return {line.split()[0]: float(line.split()[1]) for line in done.stdout.splitlines()}


def main():
    inquest, options = os.path.join(sys.argv[1], "bin/inquest"), sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "opencl_cost")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "opencl_cost.c")
        if subprocess.run(["cc", "-O2", "-w", "-DCL_TARGET_OPENCL_VERSION=300", "-o", program, source, "-lOpenCL"]).returncode:
            print("no OpenCL headers or loader: skipped")
            return 77
        native, watched = [], []
        for _ in range(ROUNDS):
            native.append(run([program]))
            watched.append(run([inquest, "--quiet", *options, program]))
    print(f"{'call':22} {'native ns':>10} {'inquest ns':>11} {'added ns':>9} {'ratio':>6}")
    for name in native[0]:
        a = min(r[name] for r in native)
        b = min(r[name] for r in watched)
        print(f"{name:22} {a:10.1f} {b:11.1f} {b - a:9.1f} {b / a:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

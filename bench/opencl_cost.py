#!/usr/bin/env python3
"""Cost of inquest per OpenCL call: runs bench/opencl_cost natively and under inquest in turns and prints ratios of this run.
What is measured is the calling thread's own processor time, the least of the rounds: elapsed time depends on when a driver's threads wake.
On a busy machine even that differs by more than inquest costs.  So the commands are also measured over a layer in which they do nothing
(bench/opencl_nothing.c): what inquest adds there is its own cost, to a few nanoseconds.
Skipped (status 77) without headers, loader or device.  Usage: opencl_cost.py BUILD_OR_PREFIX [options of inquest...]"""
import os, subprocess, sys, tempfile

ROUNDS = 5


def run(command, layers=None):
    environment = dict(os.environ, OPENCL_LAYERS=layers) if layers else None
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode == 77:
        print("no OpenCL device: skipped")
        sys.exit(77)
    done.check_returncode()
    return {line.split()[0]: float(line.split()[1]) for line in done.stdout.splitlines()}


def build(source, target, *options):
    here = os.path.dirname(os.path.abspath(__file__))
    return subprocess.run(["cc", "-O2", "-w", "-DCL_TARGET_OPENCL_VERSION=300", "-I" + os.path.join(here, "../tests/include"), "-o", target,
                           os.path.join(here, source), *options]).returncode == 0


def main():
    watch = [os.path.join(sys.argv[1], "bin/inquest"), "--quiet", *sys.argv[2:]]
    with tempfile.TemporaryDirectory() as folder:
        program, nothing = os.path.join(folder, "opencl_cost"), os.path.join(folder, "opencl_nothing.so")
        if not build("opencl_cost.c", program, "-lOpenCL"):
            print("no OpenCL headers or loader: skipped")
            return 77
        layer = build("opencl_nothing.c", nothing, "-shared", "-fPIC")
        plain, watched, empty, own = [], [], [], []
        for _ in range(ROUNDS):
            plain.append(run([program]))
            watched.append(run([*watch, program]))
            if layer:
                empty.append(run([program], nothing))
                own.append(run([*watch, program], nothing))
    print(f"{'call':22} {'plain ns':>9} {'inquest ns':>11} {'ratio':>6}   {'own cost ns':>11} {'of plain':>9}")
    for name in plain[0]:
        least = [min(r[name] for r in runs) for runs in (plain, watched, empty, own) if runs]
        line = f"{name:22} {least[0]:9.1f} {least[1]:11.1f} {least[1] / least[0]:6.2f}"
        print(line + (f"   {least[3] - least[2]:11.1f} {(least[0] + least[3] - least[2]) / least[0]:8.2f}x" if layer else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())

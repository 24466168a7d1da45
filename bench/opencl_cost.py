#!/usr/bin/env python3
"""Cost of inquest per OpenCL call: runs bench/opencl_cost natively and under inquest in turns and prints ratios of this run.
What is measured is processor time, the least of the rounds: that of the calling thread, in which all of inquest's work is done, and that of the whole
process, in which the driver's threads work as well.  Elapsed time depends on when these wake.
Caches and the machine's other work make even that unsteady.  So the commands are also measured over a layer in which they do nothing
(bench/opencl_nothing.c): what inquest adds there is its own cost, to a few nanoseconds.
Rows named `many` put 20000 commands into the queue before they wait: of these elapsed time says something, too.
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
    return {line.split()[0]: [float(word) for word in line.split()[1:]] for line in done.stdout.splitlines()}


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
    print(f"{'':21} {'calling thread':>26}   {'whole process':>26}" + ("   of the thread's" if layer else ""))
    print(f"{'call':21} {'plain ns':>9} {'inquest':>9} {'ratio':>6}   {'plain ns':>9} {'inquest':>9} {'ratio':>6}" + (f"   {'own ns':>7} {'own':>6}" if layer else ""))
    for name in plain[0]:
        line = f"{name:21}"
        for clock in (0, 1):
            least = [min(r[name][clock] for r in runs) for runs in (plain, watched)]
            line += f" {least[0]:9.1f} {least[1]:9.1f} {least[1] / least[0]:6.2f}  "
        if layer:
            added = min(r[name][0] for r in own) - min(r[name][0] for r in empty)
            alone = min(r[name][0] for r in plain)
            line += f" {added:7.1f} {(alone + added) / alone:6.2f}"
        if name.endswith("_many"):
            least = [min(r[name][2] for r in runs) for runs in (plain, watched)]
            line += f"   elapsed {least[0]:7.1f} {least[1]:7.1f} {least[1] / least[0]:5.2f}"
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())

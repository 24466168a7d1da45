#!/usr/bin/env python3
"""Instructions of the processor that the software device's interpreter takes for a lane instruction, of two builds for different
processors, counted under qemu-user: what can be compared where only one of the machines is there.
Usage: soft_count.py BUILD [OTHER] [--level N] [--checks none|bounds|all] [--markdown] [--kernel NAME]...
OTHER is a build of `make cross`, BUILD-aarch64 unless it is given.  --level: what the interpreter of BUILD uses at most (of x86-64 1, SSE2, unless
it is given; the emulator may have no more).  The last column is how fast OTHER is next to BUILD at the same instructions per second; the last
line its geometric mean.  Skipped where a build has no ptx_speed (ninja ptx_speed), or an emulator is missing."""
import argparse, math, os, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "tests"))
import emulated

KERNELS = ["saxpy", "matmul", "matmul_tiled", "nbody", "reduce", "histogram", "scan", "collatz", "spmv"]
FEW, MANY = 1, 3        # runs; what the rest of the process takes is the same in both


def instructions(build, plugin, level, kernel, checks):
    """(lane instructions of a run of [kernel], instructions of the processor for it)"""
    target = emulated.target_of(build)
    command = ["qemu-" + target.arch, *(["-L", target.environment["QEMU_LD_PREFIX"]] if target.cross else []), "-plugin", plugin,
               os.path.join(build, "bin/ptx_speed"), os.path.join(HERE, "kernels.ptx"), "small", kernel, checks]
    totals = []
    for count in FEW, MANY:
        done = subprocess.run([*command, str(count)], capture_output=True, text=True, env=dict(os.environ, INQUEST_PTX_LEVEL=str(level)))
        found = re.search(r"^instructions (\d+)$", done.stderr, re.M)
        if done.returncode or not found:
            sys.exit(f"{' '.join(command)} {count}: {done.stderr.strip() or done.returncode}")
        totals.append(int(found.group(1)))
    return int(done.stdout), (totals[1] - totals[0]) / (MANY - FEW)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("other", type=os.path.abspath, nargs="?")
    parser.add_argument("--level", type=int, default=1)
    parser.add_argument("--checks", choices=("none", "bounds", "all"), default="bounds")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--kernel", dest="kernels", action="append")
    args = parser.parse_args()
    args.other = args.other or args.build + "-aarch64"
    missing = [name for build in (args.build, args.other) for name in (os.path.join(build, "bin/ptx_speed"), "qemu-" + emulated.target_of(build).arch)
               if not shutil.which(name)]
    if missing:
        print(f"skipped: no {missing[0]}")
        return
    rows, ratios = [["kernel", emulated.target_of(args.build).arch, emulated.target_of(args.other).arch, "speed"]], []
    with tempfile.TemporaryDirectory() as folder:
        plugin = os.path.join(folder, "count.so")
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", plugin, os.path.join(HERE, "soft_count.c")], check=True)
        for kernel in args.kernels or KERNELS:
            lanes, one = instructions(args.build, plugin, args.level, kernel, args.checks)
            same, other = instructions(args.other, plugin, args.level, kernel, args.checks)
            if same != lanes:
                sys.exit(f"{kernel}: {lanes} lane instructions, and {same}")
            ratios.append(one / other)
            rows.append([kernel, f"{one / lanes:.3f}", f"{other / lanes:.3f}", f"{one / other:.2f}"])
    if args.markdown:
        rows.insert(1, ["---"] * len(rows[0]))
    for row in rows:
        print("| " + " | ".join(row) + " |" if args.markdown else "".join(cell.ljust(14) for cell in row).rstrip())
    print(f"geometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}, least {min(ratios):.2f}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Speed of the software device: lane instructions per second with the checks of kernels on and off, one core and all, and how
long PoCL, Oclgrind and plain C take for the same work.  What is not installed is left out.
Usage: soft_speed.py BUILD [--markdown]"""
import os, shutil, subprocess, sys, tempfile

SMALL_CHECKED = 6                       # ptx_speed's column of a run with all checks
HERE = os.path.dirname(os.path.abspath(__file__))


def compiled(folder, name, source, *more):
    program = os.path.join(folder, name)
    done = subprocess.run(["gcc", "-std=gnu11", "-O2", "-o", program, os.path.join(HERE, source), *more], capture_output=True, text=True)
    return program if done.returncode == 0 else None


def table(command, env=None):
    done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, **(env or {})))
    lines = [line.split() for line in done.stdout.splitlines()]
    return {line[0]: [float(v) for v in line[1:]] for line in lines if len(line) > 1} if done.returncode == 0 else {}


def busy():
    """Do others use the machine?  Then figures for all cores say nothing; those for one are processor time."""
    return os.getloadavg()[0] > os.cpu_count()


def opencl(folder):
    """PoCL on one core and all, Oclgrind on small problems; {} where there is none."""
    program, kernels = compiled(folder, "opencl_speed", "opencl_speed.c", "-lOpenCL"), os.path.join(HERE, "kernels.cl")
    vendors = "/etc/OpenCL/vendors/"
    pocl = vendors + "pocl.icd" if os.path.exists(vendors + "pocl.icd") else None
    if not program:
        return {}, {}, {}
    one = table(["taskset", "-c", "0", program, kernels, "large", "cpu"], {"OCL_ICD_VENDORS": pocl, "POCL_MAX_PTHREAD_COUNT": "1"}) if pocl else {}
    every = table([program, kernels, "large", "wall"], {"OCL_ICD_VENDORS": pocl}) if pocl and not busy() else {}
    slow = table(["oclgrind", "--num-threads", "1", program, kernels, "small", "cpu"]) if shutil.which("oclgrind") else {}
    return one, every, slow


def row(name, big, small, one, every, slow):
    lanes, native, none, bounds, shadow, races, checked, bounds_all, checked_all = big
    giga = lambda ms: f"{lanes / ms * 1e-6:.2f}"
    cells = [name, giga(none), giga(bounds), giga(checked)] + [f"{mode / none:.2f}" for mode in (bounds, shadow, races, checked)]
    cells += ["-", "-"] if busy() else [f"{bounds / bounds_all:.2f}", f"{checked / checked_all:.2f}"]
    cells += [f"{bounds / native:.1f}", f"{checked / native:.1f}"]
    cells.append(f"{bounds / one[name][0]:.2f}" if name in one else "-")
    cells.append(f"{bounds_all / every[name][0]:.2f}" if name in every and not busy() else "-")
    cells.append(f"{slow[name][0] / small[SMALL_CHECKED]:.0f}" if name in slow else "-")
    return cells


def main():
    build, folder = os.path.abspath(sys.argv[1]), tempfile.mkdtemp()
    source = os.path.dirname(HERE)
    program = compiled(folder, "ptx_speed", "ptx_speed.c", "-I" + source + "/src", "-I" + source + "/tests/unit", build + "/obj/libiq_ptx.a", build + "/obj/libiq_arch.a", "-lpthread", "-lm")
    if not program:
        print("no compiler: skipped")
        return 0
    kernels = os.path.join(HERE, "kernels.ptx")
    big, small = table([program, kernels]), table([program, kernels, "small"])
    one, every, slow = opencl(folder)
    head = ["kernel", "G lane-inst/s", "bounds", "all", "bounds/none", "shadow", "races", "all/none", "cores", "cores, all", "to C", "all, to C", "to PoCL, 1 core", "to PoCL",
            "Oclgrind to it"]
    rows = [head] + [row(name, values, small[name], one, every, slow) for name, values in big.items()]
    if "--markdown" in sys.argv:
        rows.insert(1, ["---"] * len(head))
        print("\n".join("| " + " | ".join(r) + " |" for r in rows))
    else:
        widths = [max(len(r[k]) for r in rows) for k in range(len(head))]
        print("\n".join("  ".join(c.rjust(w) if k else c.ljust(w) for k, (c, w) in enumerate(zip(r, widths))) for r in rows))
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())

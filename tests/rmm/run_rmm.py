#!/usr/bin/env python3
"""Blocks of RMM's pools: pools.cu over a stand-in for librmm, or with --rmm "FLAGS OF NVCC" over RMM itself.  run_rmm.py --build BUILD
The wheels of RMM hold a CUDA runtime without names, which does not run on the software device: there it takes an RMM that was built with
-cudart shared.  Exit status 77 where there is no nvcc."""
import argparse, json, pathlib, shlex, shutil, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE / "pools.cu"
# what of the program: (rule, marks of the lines: of the kernel, launched, created, freed)
EXPECTED = {"right": None, "overrun": ("kernel-out-of-bounds", "// kernel", "// overrun", "// created", None),
            "freed": ("kernel-use-after-free", "// kernel", "// used after", "// created", "// freed")}


def line_of(mark):
    return next(number for number, line in enumerate(SOURCE.read_text().splitlines(), 1) if mark in line)


def build(folder, rmm):
    program, library = folder / "pools", folder / "librmm.so"
    common = ["nvcc", "-g", "-lineinfo", "-cudart", "shared", "-w", "-Xcompiler", "-w"]
    if rmm:
        subprocess.run([*common, "-std=c++20", "-o", program, SOURCE, *shlex.split(rmm)], check=True)
        return program
    subprocess.run([*common, "-std=c++17", "-shared", "-Xcompiler", "-fPIC", "-o", library, HERE / "librmm.cpp", "-Xlinker", "-soname=librmm.so"], check=True)
    subprocess.run([*common, "-std=c++17", "-DSTANDIN", "-o", program, SOURCE, f"-L{folder}", "-lrmm", "-Xlinker", f"-rpath={folder}"], check=True)
    return program


def has_line(stack, mark):
    return any(frame["line"] == line_of(mark) and pathlib.Path(frame["file"] or "").name == SOURCE.name for frame in stack or [])


def problems(report, expected):
    found = [f for f in json.loads(report.read_text())["findings"] if f["severity"] != "note"]
    if [f["rule"] for f in found] != ([expected[0]] if expected else []):
        return [f"findings: {[(f['rule'], f['message']) for f in found]}"]
    if not expected:
        return []
    finding, (_, _, launched, created, freed) = found[0], expected
    marks = {"call": launched, "created": created, **({"destroyed": freed} if freed else {})}
    bad = [f"{site} is not at '{mark}'" for site, mark in marks.items() if not has_line(finding["sites"].get(site), mark)]
    return bad + ([f"object {finding['object']}"] if finding["object"]["size"] != 2048 else [])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--rmm", help="how nvcc finds RMM")
    args = parser.parse_args()
    cases = [(kind, what) for kind in ("pool", "arena") for what in EXPECTED]
    if not shutil.which("nvcc"):
        print(f"rmm: 0 passed, 0 failed, {len(cases)} skipped (no nvcc)")
        sys.exit(77)
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = build(folder, args.rmm)
        for kind, what in cases:
            report = folder / "report.json"
            done = subprocess.run([args.build / "bin/inquest", "--device", "soft", "--quiet", "--format", "json", "-o", report, program, kind, what],
                                  capture_output=True, text=True, timeout=120)
            bad = problems(report, EXPECTED[what]) if report.exists() else [f"status {done.returncode}: {done.stderr[-500:]}"]
            failed += bool(bad)
            print(f"FAIL {kind} {what}: {'; '.join(bad)}" if bad else f"ok   {kind} {what}")
    print(f"rmm: {len(cases) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

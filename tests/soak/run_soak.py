#!/usr/bin/env python3
"""Runs a correct program of several threads under everything that a process can do to a library inside it: run_soak.py --build BUILD [--seconds N] [--case WORDS]
N (1800) is shared among the cases; on a busy machine one takes up to three times its share, until it has 120000 rounds.  None may end otherwise than well, hang, have a finding, or grow: resident memory at the end at most a tenth and 8 MiB more than
after 60000 rounds: what was freed and destroyed is remembered up to a limit, which is reached by then.  A case with fewer rounds is not judged by memory.  Prints a table."""
import argparse
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SLACK_KIB = 8192


def build(args, name, *flags):
    out = args.work / name
    soft, library = args.build / "lib/inquest/soft/libcuda.so.1", args.build / "lib/libtestcudart.a"
    command = [args.cc, "-g", "-O1", "-std=gnu11", *flags, "-Itests/include", "-Iapi", f"-I{args.build}/gen", "-Isrc", "-o", str(out), "tests/soak/program.c",
               "-Wl,--whole-archive", str(library), "-Wl,--no-whole-archive", str(soft), "-lpthread", "-ldl", "-lm"]
    subprocess.run(command, cwd=ROOT, check=True)
    return out


def library(args):
    """A library with a runtime of its own, which is patched each time that it is mapped."""
    source, out = args.work / "library.c", args.work / "library.so"
    source.write_text("int library_answer(void) { return 42; }\n")
    subprocess.run([args.cc, "-shared", "-fPIC", "-o", str(out), str(source), "-Wl,--whole-archive", str(args.build / "lib/libtestcudart.a"), "-Wl,--no-whole-archive",
                    str(args.build / "lib/inquest/soft/libcuda.so.1"), "-lpthread", "-ldl"], check=True)
    return out


def small_disk(args):
    """A folder with room for one MiB, or None where it cannot be made."""
    folder = args.work / "disk"
    folder.mkdir(exist_ok=True)
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "soak", str(folder)], capture_output=True)
    return folder if made.returncode == 0 else None


def run(args, program, seconds, words=(), limit=None, folder=None):
    """What one case came to: a list of cells, the last one empty if all is well."""
    report = args.work / "report.json"
    report.unlink(missing_ok=True)
    env = {k: v for k, v in os.environ.items() if not k.startswith("INQUEST_")}
    env |= {"TMPDIR": str(folder)} if folder else {}
    env["ASAN_OPTIONS"] = "detect_leaks=0"      # the software device ends with the process, and frees nothing then
    command = [str(args.build / "bin/inquest"), "--quiet", "--device", "soft", "--live=no", "--format", "json", "-o", "-", str(program), str(seconds), *words]
    before = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))) if limit else None
    process = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=before, start_new_session=True)
    try:
        out, err = process.communicate(timeout=seconds * 4 + 60)
    except BaseException as problem:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if isinstance(problem, subprocess.TimeoutExpired):
            return ["", "", "", "", "hangs"]
        raise
    line, _, text = out.partition("\n")
    try:
        first, last, rounds = map(int, line.split())
        documents = json.loads(text)
    except ValueError:
        return ["", "", "", "", f"exit {process.returncode}, says {(out + err)[-300:]!r}"]
    documents = documents if isinstance(documents, list) else [documents]
    findings = sorted({f["rule"] for d in documents for f in d["findings"]})
    calls = sum(d["coverage"]["calls"] for d in documents)
    wrong = [f"exit {process.returncode}"] * bool(process.returncode) + findings + ["grows"] * (first > 0 and last > first * 1.1 + SLACK_KIB)
    return [rounds, calls, first or "-", last, ", ".join(wrong)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--case", default="", help="only the cases whose names contain this")
    args = parser.parse_args()
    args.build = args.build.resolve()
    args.work = pathlib.Path(tempfile.mkdtemp(prefix="soak."))
    disk = None
    try:
        program, opened = build(args, "program"), library(args)
        disk = small_disk(args)
        cases = {"threads": {}, "forks and exec": {"words": ["fork"]}, "1000 signals per second": {"words": ["signal"]},
                 "dlopen and dlclose in a loop": {"words": [f"dlopen={opened}"]}, "descriptors closed": {"words": ["close"]}, "coroutines": {"words": ["coroutine"]},
                 "host code built with AddressSanitizer": {"program": build(args, "asan", "-fsanitize=address")}, "files of 64 KiB at most": {"limit": 65536},
                 "a disk of 1 MiB": {"folder": disk}, "all at once": {"words": ["fork", "signal", f"dlopen={opened}", "close", "coroutine"]}}
        if not disk:
            del cases["a disk of 1 MiB"]
        cases = {name: case for name, case in cases.items() if args.case in name}
        print("| conditions | rounds | calls | KiB after 60000 rounds | KiB at the end | failures |\n| --- | --- | --- | --- | --- | --- |", flush=True)
        bad = unjudged = 0
        for name, case in cases.items():
            cells = run(args, **({"program": program, "seconds": args.seconds / len(cases)} | case))
            bad += bool(cells[-1])
            unjudged += cells[2] == "-"
            print(f"| {name} | " + " | ".join(str(cell) for cell in cells[:-1]) + f" | {cells[-1] or '-'} |", flush=True)
        print(f"soak: {len(cases) - bad} passed, {bad} failed, {int(not disk)} skipped; memory of {unjudged} not judged")
        return int(bad > 0)
    finally:
        if disk:
            subprocess.run(["umount", str(disk)], check=False)
        shutil.rmtree(args.work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())

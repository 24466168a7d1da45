#!/usr/bin/env python3
"""CuSan's tests on the software device: which of its races are found, and what is found in the programs that wait.

    tests/third_party/run_cusan.py FOLDER --build BUILD [--work DIR] [--schedule NAME ...] [--jobs N] [NAME ...]

FOLDER is a checkout of tudasc/cusan; its programs are those of test/runtime, test/multi_gpu, and those that are only in test/pass.  Each is built with nvcc as it is, and with -DCUSAN_SYNC
where the program knows it, and runs as two processes under Open MPI, whose calls stage device buffers (cusan_mpi.c).  Printed are the rules found, of all processes and schedules together,
and after "differs" those of single schedules.  What is expected is read from the program's own comments.  Nothing is written but below DIR."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
NVCC = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"


def programs(folder):
    runtime = sorted((folder / "test/runtime").glob("*.c")) + sorted((folder / "test/multi_gpu").glob("*.c"))
    known = {path.name for path in runtime}
    return runtime + [path for path in sorted((folder / "test/pass").glob("*.c")) if path.name not in known]


def is_race_expected(text, sync):
    """None: the program is only compiled there."""
    mark = "CHECK-SYNC" if sync else "CHECK"
    if ".exe" not in text.split("#include")[0]:
        return None
    return any(line.startswith((f"// {mark}-DAG: data race", f"// {mark}: data race", f"// {mark}-DAG: [Error]", f"// {mark}: [Error]")) for line in text.split("\n"))


def flags(command):
    return subprocess.run(["mpicc", command], capture_output=True, text=True).stdout.split()


def build(args, path, sync):
    program = args.work / (path.parent.name + "_" + path.stem + ("_sync" if sync else ""))
    words = [NVCC, "-x", "cu", "-arch=sm_90", "-lineinfo", "-g", "-w", "--extended-lambda", "-include", "cstdio", *(["-DCUSAN_SYNC"] if sync else []), *[word for word in flags("-showme:compile") if word.startswith("-I")],
             "-o", program, path, "-Xlinker", args.work / "mpi.o", "-Xlinker", args.build / "lib/inquest/libcuda.so.1"]
    for word in flags("-showme:link"):
        words += ["-Xlinker", word[4:]] if word.startswith("-Wl,") else [] if word == "-pthread" else [word]
    done = subprocess.run(words, capture_output=True, text=True, errors="replace")
    return program if not done.returncode else print(f"{program.name}: cannot be built: {done.stderr[-400:]}")


def run(args, program, schedule, ranks):
    folder = args.work / f"{program.name}.{schedule}"
    shutil.rmtree(folder, ignore_errors=True)
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "INQUEST_SOFT_DEVICES": "2" if program.name.startswith("multi_gpu") else "1"}
    start = ["mpirun", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
    words = [*start, args.build / "bin/inquest", "--device", "soft", "--schedule", schedule, "--format", "json", "-o", f"{folder}/", program]
    with open(str(folder) + ".log", "w") as log:
        try:
            subprocess.run(["timeout", "-k", "5", str(args.limit), *words], env=environment, stdout=log, stderr=log, timeout=args.limit + 30)
        except subprocess.TimeoutExpired:
            return {"does not end"}
    reports = list(folder.glob("rank-*.json")) or list(folder.glob("*.json"))
    findings = [finding for path in reports for finding in json.load(open(path))["findings"]]
    return {finding["rule"] + (" (warning)" if finding["severity"] == "warning" else "") for finding in findings if finding["severity"] != "note"} if reports else {"no report"}


def judge(args, path, sync, expected):
    program = build(args, path, sync)
    if not program:
        return path, sync, expected, {}
    ranks = 2 if "MPI_Init" in path.read_text() else 1
    return path, sync, expected, {schedule: run(args, program, schedule, ranks) for schedule in args.schedule}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--schedule", action="append")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=int, default=120)
    parser.add_argument("names", nargs="*")
    args = parser.parse_intermixed_args()
    args.build, args.schedule = args.build.resolve(), args.schedule or ["eager", "late", "shuffle=1"]
    args.work = (args.work or pathlib.Path(tempfile.mkdtemp(prefix="cusan."))).resolve()
    args.work.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mpicc", "-std=gnu11", "-w", "-g", "-c", "-o", args.work / "mpi.o", HERE / "cusan_mpi.c", f"-I{ROOT}/api", f"-I{args.build}/gen", f"-I{ROOT}/src"], check=True)
    work = []
    for path in programs(args.folder):
        text = path.read_text()
        if not args.names or any(name in path.name for name in args.names):
            work += [(path, sync, is_race_expected(text, sync)) for sync in (False, True) if not sync or "CUSAN_SYNC" in text]
    counts = {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for path, sync, expected, found in pool.map(lambda item: judge(args, *item), work):
            rules = set().union(*found.values())
            differs = "" if len({frozenset(some) for some in found.values()}) < 2 else "  differs: " + "; ".join(f"{name} {', '.join(sorted(some)) or '-'}" for name, some in found.items())
            kind = {True: "race", False: "none", None: "compiled"}[expected]
            print(f"{path.parent.name}/{path.stem:60}{'sync' if sync else '':5}{kind:9}{', '.join(sorted(rules)) or '-'}{differs}", flush=True)
            counts[kind, bool(rules)] = counts.get((kind, bool(rules)), 0) + 1
    for (kind, found), count in sorted(counts.items()):
        print(f"expected {kind}: {'a finding' if found else 'silent'} in {count}")


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""The real NCCL on two GPUs under inquest: nccl.c in one process, collectives.py under torchrun.  run_nccl.py --inquest INQUEST --out DIR [NAME...]
Every run ends by itself or at its limit, all of them in four minutes.  Needs PyTorch with CUDA, and nvcc."""
import argparse, json, os, pathlib, shutil, subprocess, sys, time

HERE = pathlib.Path(__file__).resolve().parent
# Multicast over NVLink can put the GPUs of other users of a host out of service.
ENVIRONMENT = {"NCCL_NVLS_ENABLE": "0", "TORCH_SYMM_MEM_DISABLE_MULTICAST": "1", "NCCL_DEBUG": "WARN", "TORCH_NCCL_WAIT_TIMEOUT_DUMP_MILSEC": "1000",
               "TORCH_NCCL_DUMP_ON_TIMEOUT": "0", "PYTHONUNBUFFERED": "1"}
C_LIMIT, TORCH_LIMIT = 25, 45


def line_of(source, mark):
    """Lines of [source] with [mark]."""
    return [number for number, line in enumerate((HERE / source).read_text().splitlines(), 1) if mark in line]


# name: (program, argument, [(rule, mark of the line, a part of the message)])
CASES = {
    "one-good": ("nccl.c", "good", []),
    "one-count": ("nccl.c", "count", [("collective-mismatch", "differs: count", "rank 1 calls ncclAllReduce with count 524288, rank 0 with 1048576")]),
    "one-order": ("nccl.c", "order", [("collective-mismatch", "differs: order", "calls ncclBroadcast where rank 0 calls ncclAllReduce")]),
    "one-aborted": ("nccl.c", "aborted", [("destroyed-handle", "expect: destroyed-handle", "")]),
    "one-destroyed": ("nccl.c", "destroyed", [("double-destroy", "expect: double-destroy", "")]),
    "ranks-good": ("collectives.py", "good", []),
    "ranks-count": ("collectives.py", "count", [("collective-mismatch", "differs: count", "rank 1 calls ncclAllReduce with count 524288, rank 0 with 1048576")]),
    "ranks-order": ("collectives.py", "order", [("collective-mismatch", "differs: order", "rank 1 calls ncclBcast where rank 0 calls ncclAllReduce")]),
    "ranks-missing": ("collectives.py", "missing", [("collective-mismatch", "", "rank 1 ends after 1 collectives on the communicator, rank 0 made 2"),
                                                    ("never-signalled", "hangs: missing", "")]),
}


def build(out):
    """Compiles nccl.c with the NCCL that PyTorch brings."""
    import importlib.util
    nccl = pathlib.Path(importlib.util.find_spec("nvidia.nccl").submodule_search_locations[0])
    program = out / "nccl"
    subprocess.run(["nvcc", "-g", "-cudart", "shared", "-o", program, HERE / "nccl.c", f"-I{nccl}/include", f"-L{nccl}/lib", "-l:libnccl.so.2", "-Xlinker", f"-rpath={nccl}/lib"], check=True)
    return program


def findings(inquest, folder):
    """(rule, message, file names and lines of the stack) of all errors and warnings, those of the merge included, and of waits that ended."""
    merged = subprocess.run([inquest, "report", folder, "--verbose", "--format", "jsonl"], capture_output=True, text=True).stdout
    for line in merged.splitlines():
        finding = json.loads(line)
        if finding.get("severity") in ("error", "warning") or finding.get("rule") == "never-signalled":
            sites = [frame for stack in finding["sites"].values() for frame in stack or [] if isinstance(frame, dict)]
            yield finding["rule"], finding["message"], [(pathlib.Path(frame.get("file") or "").name, frame.get("line")) for frame in sites]


def problems_of(found, source, expected):
    for rule, mark, words in expected:
        fits = [f for f in found if f[0] == rule and words in f[1] and (not mark or any((source, line) in f[2] for line in line_of(source, mark)))]
        if not fits:
            yield f"no {rule} at '{mark}' with '{words}'"
    for rule, message, _ in found:
        if rule not in [e[0] for e in expected]:
            yield f"unexpected {rule}: {message}"


def run(name, args, program):
    source, what, expected = CASES[name]
    folder, limit = args.out / name, C_LIMIT if source == "nccl.c" else TORCH_LIMIT
    shutil.rmtree(folder, ignore_errors=True)
    command = [program, what] if source == "nccl.c" else [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", HERE / source, what]
    begin = time.monotonic()
    done = subprocess.run(["timeout", "-k", "5", str(limit), args.inquest, "--device", args.device, "--watchdog", "5", "-o", f"{folder}/", "--", *command],
                          env={**os.environ, **ENVIRONMENT}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    problems = list(problems_of(list(findings(args.inquest, folder)), source, expected)) if folder.exists() else ["no reports"]
    if not expected and done.returncode:
        problems.append(f"status {done.returncode}")
    print(f"{'FAIL' if problems else 'ok  '} {name} ({time.monotonic() - begin:.0f} s, status {done.returncode}): {'; '.join(problems)}", flush=True)
    (args.out / f"{name}.txt").write_text(done.stdout + "\n==== report.txt\n" + ((folder / "report.txt").read_text() if (folder / "report.txt").exists() else "none"))
    return not problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--inquest", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--device", default="real")
    parser.add_argument("names", nargs="*", default=list(CASES))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    program = build(args.out)
    passed = sum(run(name, args, program) for name in args.names)
    print(f"nccl: {passed} passed, {len(args.names) - passed} failed, 0 skipped")
    sys.exit(passed != len(args.names))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""A program that leaves a trace as if the library inside had written it.  What it does is in its options."""
import argparse
import os
import signal
import sys
import time

import trace_file as t

parser = argparse.ArgumentParser()
parser.add_argument("--errors", type=int, default=0)
parser.add_argument("--notes", type=int, default=0)
parser.add_argument("--warnings", type=int, default=0)
parser.add_argument("--calls", type=int, default=12)
parser.add_argument("--rule", default="range-overflow")
parser.add_argument("--children", type=int, default=0)
parser.add_argument("--parent-silent", action="store_true")
parser.add_argument("--damaged", action="store_true")
parser.add_argument("--no-trace", action="store_true")
parser.add_argument("--exit", type=int, default=0)
parser.add_argument("--kill", type=int, default=0)
parser.add_argument("--signal-me", type=int, default=0)
parser.add_argument("--env", action="append", default=[])
parser.add_argument("--trace-line")
parser.add_argument("--unfinished", action="store_true", help="three threads, one of them inside a call, and no word at the end")
parser.add_argument("--many", type=int, default=0, help="so many findings at one line, each with a caller of its own")
parser.add_argument("--script", help="one finding in line 1 of this file")
parser.add_argument("--steps", default="", help="record one after the other: e N error, u N error that nobody proves, n N note, c N count 9, p pause, x remove the folder, h half a record, "
                    "w wait for the file 'go'")
args = parser.parse_args()


def finding(number, severity, rule, count=3, *more):
    return t.record(
        t.FINDING, ("FINDING_ID", number), ("RULE", rule), ("SEVERITY", severity), ("CALL_API", "cudaMemcpy"),
        ("CALL_ENTRY", "cuMemcpyDtoH_v2"), ("RESULT_CODE", 1), ("RESULT_NAME", "cudaErrorInvalidValue"), ("CONTAINED", 0),
        ("ARG_INDEX", 2), ("ARG_NAME", "count"), ("ARG_VALUE", "400"), ("MESSAGE", "cudaMemcpy reads 400 bytes of a block of 40"),
        ("CAUSE", "the source has 40 bytes"), ("FIX", "copy 40 bytes"), ("OBJECT_KIND", "device-memory"), ("OBJECT_STATE", "live"),
        ("OBJECT_ADDRESS", 0x7F0000000000), ("OBJECT_SIZE", 40), ("OBJECT_DEVICE", 0), ("ACCESS_ADDRESS", 0x7F0000000000),
        ("ACCESS_SIZE", 400), ("STACK_CALL", number), ("STACK_CREATED", 1000), ("RELATED_WHAT", "allocated with"),
        ("RELATED_STACK", 1000), ("COUNT", count), *more)


def write_trace(errors, notes, calls):
    pid = os.getpid()
    records = [t.record(t.PROCESS, ("PID", pid), ("PPID", os.getppid()), ("ARG", "./copy"), ("ARG", "--fast"), ("HOST", "node7"),
                        ("EXE", "/tmp/copy"), ("START_NS", time.monotonic_ns()),
                        *([("RANK", os.environ["RANK"]), ("RANKS", int(os.environ["WORLD_SIZE"]))] if "RANK" in os.environ else []))]
    if args.unfinished:
        records.insert(0, t.record(t.THREADS, ("THREADS", t.thread(7, 1, 0) + t.thread(2, 2, 1, 1000) + t.thread(0, 0, 0))))
        records += [t.record(t.ENTRY, ("ENTRY_ID", 1), ("NAME", "cuMemAlloc")), t.record(t.ENTRY, ("ENTRY_ID", 2), ("NAME", "cuCtxSynchronize"))]
    records.append(t.record(t.PYSTACK, ("STACK_ID", 1000), ("FUNCTION", "setup"), ("FILE", "train.py"), ("LINE", 7)))
    if args.script:
        records.append(t.record(t.PYSTACK, ("STACK_ID", 1), ("FUNCTION", "step"), ("FILE", args.script), ("LINE", 1)))
        records.append(finding(1, 2, args.rule))
    for number in range(1, args.many + 1):
        records.append(t.record(t.PYSTACK, ("STACK_ID", number), ("FUNCTION", "step"), ("FILE", "train.py"), ("LINE", 41),
                                ("FUNCTION", f"caller{number}"), ("FILE", "train.py"), ("LINE", 100 + number)))
        records.append(finding(number, 2, args.rule, 1))
    for number in range(1, errors + args.warnings + notes + 1):
        records.append(t.record(t.PYSTACK, ("STACK_ID", number), ("FUNCTION", "step"), ("FILE", "train.py"), ("LINE", 40 + number),
                                ("FUNCTION", "<module>"), ("FILE", "train.py"), ("LINE", 90)))
        records.append(finding(number, 2 if number <= errors else 1 if number <= errors + args.warnings else 0, args.rule))
    records.append(t.record(t.DEVICE, ("DEVICE_KIND", "real"), ("API", "cuda"), ("DRIVER", "580.1"), ("NAME", "NVIDIA H200")))
    if not args.unfinished:
        records.append(t.record(t.COVERAGE, ("CALLS", calls), ("RUNTIME", "patched"), ("UNTRACKED_NAME", "cuFoo"), ("UNTRACKED_COUNT", 2)))
    data = t.trace(pid, *records)
    if args.damaged:
        data = data[:-10]
    with open(f"{os.environ['INQUEST_SESSION']}/trace.{pid}.0", "wb") as file:
        file.write(data)


def take_steps(words):
    """Appends to a trace as the library does: the record first, then the header's word that makes it valid."""
    pid, path = os.getpid(), f"{os.environ['INQUEST_SESSION']}/trace.{os.getpid()}.0"
    start = t.trace(pid, t.record(t.PROCESS, ("PID", pid), ("PPID", os.getppid()), ("ARG", "./slow"), ("HOST", "node7"), ("START_NS", time.monotonic_ns())),
                    t.record(t.COVERAGE, ("CALLS", 5), ("RUNTIME", "patched")))
    used = len(start)
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    os.ftruncate(file, 1 << 20)
    os.pwrite(file, start, 0)
    for word in words.split(","):
        kind, number = word[0], int(word[1:] or 0)
        if kind in "eunc":
            data = t.record(t.PYSTACK, ("STACK_ID", number), ("FUNCTION", "step"), ("FILE", "train.py"), ("LINE", 40 + number))
            data += finding(number, 0 if kind == "n" else 2, args.rule, 9 if kind == "c" else 1, *[("PROOF", 1)] * (kind == "u"))
            os.pwrite(file, data, used)
            used += len(data)
            os.pwrite(file, used.to_bytes(8, "little"), 16)
        elif kind == "h":
            os.pwrite(file, finding(number, 2, args.rule)[:100], used)
        elif kind == "p":
            time.sleep((number or 6) / 10)
        elif kind == "x":
            for name in os.listdir(os.environ["INQUEST_SESSION"]):
                os.unlink(os.environ["INQUEST_SESSION"] + "/" + name)
            os.rmdir(os.environ["INQUEST_SESSION"])
        elif kind == "w":
            open("waiting", "w").close()
            deadline = time.monotonic() + 50
            while not os.path.exists("go") and time.monotonic() < deadline:
                time.sleep(0.02)
    print("steps done", flush=True)


for name in args.env:
    print(f"{name}={os.environ.get(name, '<unset>')}")
if args.trace_line:
    os.write(int(os.environ["INQUEST_TRACE"]), (args.trace_line + "\n").encode())
if args.steps:
    take_steps(args.steps)
elif not args.no_trace and not args.parent_silent:
    write_trace(args.errors, args.notes, args.calls)
sys.stdout.flush()
for child in range(args.children):
    if not os.fork():
        write_trace(args.errors, args.notes, args.calls)
        os._exit(0)
    os.wait()
if args.kill:
    os.kill(os.getpid(), args.kill)
if args.signal_me:
    got = []
    signal.signal(args.signal_me, lambda number, frame: got.append(number))
    os.kill(os.getppid(), args.signal_me)   # the launcher must pass it on
    for _ in range(200):
        if got:
            break
        time.sleep(0.01)
    print("got", got)
    sys.stdout.flush()
os._exit(args.exit)

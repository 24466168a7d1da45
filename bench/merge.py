#!/usr/bin/env python3
"""Merging the reports of many ranks: time against reading the files once (Python's JSON parser), and peak memory, for RANKS ranks and for a quarter of
them, with FINDINGS findings each, most of which all ranks have.  Usage: merge.py BUILD [RANKS [FINDINGS]]"""
import json, os, resource, subprocess, sys, tempfile, time


def frame(line):
    return {"function": f"step{line}", "file": "train.cu", "line": line, "module": "train", "offset": hex(line)}


def finding(line, rank):
    return {"rule": "range-overflow", "severity": "error", "api": "cudaMemcpy", "entry": "cuMemcpyDtoH_v2", "result": {"code": 1, "name": "cudaErrorInvalidValue"},
            "contained": False, "argument": {"index": 2, "name": "count", "value": "400"}, "message": "count of cudaMemcpy is larger than the block",
            "cause": f"0x7f{rank:08x} has 40 bytes, 400 are read", "fix": "copy 40 bytes",
            "object": {"kind": "device-memory", "address": hex(0x7F0000000000 + rank), "size": 40, "state": "live", "device": 0},
            "sites": {"call": [frame(line)] + [frame(n) for n in range(90, 100)], "created": [frame(7)] * 8, "destroyed": None, "kernel": None, "related": []},
            "count": 1}


def write_reports(folder, ranks, findings):
    """One finding in a hundred is the rank's own."""
    for rank in range(ranks):
        document = {"inquest": {"version": "0.1.0", "schema": 1},
                    "process": {"pid": 1000 + rank, "argv": ["./train"], "host": f"node{rank // 8}", "rank": rank, "ranks": ranks, "exit": {"code": 0, "signal": None}},
                    "device": {"kind": "real", "apis": ["cuda"], "driver": None, "names": ["GPU"]}, "coverage": {"calls": 1000, "untracked": {}, "runtime": "patched"},
                    "findings": [finding(1000 + n if n % 100 else 1000000 + rank * 1000 + n, rank) for n in range(1, findings + 1)],
                    "summary": {"error": findings, "warning": 0, "note": 0}}
        with open(f"{folder}/rank-{rank}.json", "w") as file:
            json.dump(document, file, indent=1)


def read_once(folder):
    start = time.perf_counter()
    for name in os.listdir(folder):
        with open(f"{folder}/{name}") as file:
            json.load(file)
    return time.perf_counter() - start


def measure(inquest, ranks, findings):
    with tempfile.TemporaryDirectory() as folder:
        write_reports(folder, ranks, findings)
        size = sum(os.path.getsize(f"{folder}/{name}") for name in os.listdir(folder))
        reading, start = read_once(folder), time.perf_counter()
        out = subprocess.Popen([inquest, "report", folder], stdout=subprocess.PIPE, text=True)
        text = out.stdout.read()
        _, status, usage = os.wait4(out.pid, 0)
        seconds = time.perf_counter() - start
        own = findings // 100 * ranks
        if status or text.count(f"in         all {ranks} ranks") != findings - findings // 100 or text.count("in         only rank") != own:
            sys.exit(f"not merged as expected: status {status}")
        print(f"{ranks:6} ranks {size / 1e6:8.1f} MB {seconds:7.2f} s {seconds / reading:6.2f} of reading once {usage.ru_maxrss / 1024:8.1f} MiB at most")
        return usage.ru_maxrss


inquest = os.path.join(sys.argv[1], "bin/inquest")
ranks, findings = [int(word) for word in sys.argv[2:] + ["1000", "100"][len(sys.argv) - 2:]]
small, large = measure(inquest, ranks // 4, findings), measure(inquest, ranks, findings)
print(f"four times the ranks: {large / small:.2f} times the memory")

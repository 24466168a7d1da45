#!/usr/bin/env python3
"""Writes a report as somebody might who means no good: untrusted.py [FILE [LINE]] > report.json.  Every string drives a terminal."""
import json
import sys

EVIL = "\x1b]0;owned\x07\x1b[2J\u009b31m\u202egnp"
file = sys.argv[1] if len(sys.argv) > 1 else "src" + EVIL + ".cu"
frame = {"function": "f" + EVIL, "file": file, "line": int(sys.argv[2]) if len(sys.argv) > 2 else 1, "module": "m" + EVIL, "offset": "0x1",
         "block": "0" + EVIL, "thread": "1" + EVIL}
finding = {"rule": "range-overflow" + EVIL, "severity": "error", "api": "cudaMemcpy" + EVIL, "entry": "cuMemcpy" + EVIL,
           "result": {"code": 1, "name": "cudaError" + EVIL}, "contained": False,
           "argument": {"index": 0, "name": "dst" + EVIL, "value": "v" + EVIL}, "message": "message " + EVIL, "cause": "cause " + EVIL,
           "fix": "fix " + EVIL, "object": {"kind": "device-memory" + EVIL, "address": "0x1000", "size": 40, "state": "live" + EVIL, "device": 0},
           "access": {"address": "0x1000", "size": 400}, "count": 2,
           "sites": {"call": [frame], "created": [frame], "destroyed": [frame], "kernel": [frame], "related": [{"what": "w" + EVIL, "stack": [frame]}]}}
print(json.dumps({"inquest": {"version": "9" + EVIL, "schema": 1},
                  "process": {"pid": 1, "argv": ["a" + EVIL, "b" + EVIL], "host": "h" + EVIL, "rank": "r" + EVIL, "exit": {"code": None, "signal": 11},
                              "exec": "e" + EVIL},
                  "device": {"kind": "real", "apis": ["cuda"], "driver": "d" + EVIL, "names": ["n" + EVIL]},
                  "coverage": {"calls": 3, "untracked": {"u" + EVIL: 1}, "runtime": "x" + EVIL},
                  "findings": [finding], "messages": [{"level": 1, "text": "t" + EVIL}], "summary": {"error": 1, "warning": 0, "note": 0}}))

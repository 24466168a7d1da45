#!/usr/bin/env python3
"""Writes a report with one finding: frames.py FRAME... > report.json.  FRAME: function@file:line, or function@module for one without lines;
a file may be DIRECTORY//FILE, as the compiler was given it and where.
Words before a lone + are the stack of the call, those after it the stack of the creation; kernel=FRAME is where a kernel was."""
import json
import sys


def frame(word):
    function, _, place = word.rpartition("@")
    file, _, line = place.rpartition(":")
    if not line.isdigit():
        return {"function": function, "file": None, "line": None, "module": place, "offset": "0x10"}
    directory, cut, name = file.rpartition("//")
    return {"function": function, "file": name, "line": int(line), "module": None, "offset": None} | ({"directory": directory} if cut else {})


kernels = [frame(word[7:]) | {"block": "0,0,0", "thread": "5,0,0"} for word in sys.argv[1:] if word.startswith("kernel=")]
words = [word for word in sys.argv[1:] if not word.startswith("kernel=")]
cut = words.index("+") if "+" in words else len(words)
finding = {"rule": "range-overflow", "severity": "error", "api": "cudaMemcpy", "message": "cudaMemcpy reads 400 bytes of a block of 40 bytes, which is too much",
           "sites": {"call": [frame(word) for word in words[:cut]], "created": [frame(word) for word in words[cut + 1:]] or None, "kernel": kernels or None}}
print(json.dumps({"inquest": {"version": "0", "schema": 1}, "process": {"pid": 1, "argv": ["copy"], "exit": {"code": 0, "signal": None}},
                  "device": {"kind": "soft", "apis": ["cuda"]}, "coverage": {"calls": 3, "untracked": {}}, "findings": [finding],
                  "summary": {"error": 1, "warning": 0, "note": 0}}))

"""Findings of a run that goes on, from inside of the program: for plug-ins of test runners.

The guest writes each finding into the trace of its process before the call that it is about comes back.  Traces lie in the folder of
the session; `inquest report FOLDER` reads them while their processes run.
"""
from __future__ import annotations

import ctypes
import json
import os
import pathlib
import struct
import subprocess
from typing import Callable, Iterable, Iterator, Optional

from inquest.__main__ import command

Finding = dict      # as a line of `--format jsonl`
SEVERITIES = ("note", "warning", "error")
_HEADER, _FINDING = 64, 5           # of a trace file, and the type of a finding's record


class Guest:
    """inquest's library in this process."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._mark = library.inquest_guest_mark
        self._mark.argtypes, self._mark.restype = [ctypes.c_char_p], None

    def mark(self, name: Optional[str]) -> None:
        """The process is in [name] from now on, and so are programs that it starts; None: in no mark."""
        self._mark(name.encode(errors="replace") if name else None)
        if name:
            os.environ["INQUEST_MARK"] = name
        else:
            os.environ.pop("INQUEST_MARK", None)


def guest() -> Optional[Guest]:
    """None: this process does not run under inquest."""
    if "INQUEST_SESSION" not in os.environ:
        return None
    library = ctypes.CDLL(None)
    return Guest(library) if hasattr(library, "inquest_guest_mark") else None


def _has_findings(path: pathlib.Path, start: int) -> tuple[bool, int]:
    """Is a finding among the records of a trace from [start] on?  And where they end."""
    with open(path, "rb") as file:
        used = struct.unpack_from("<Q", file.read(_HEADER), 16)[0]
        found = False
        while start + 8 <= used:
            file.seek(start)
            kind, size = struct.unpack("<II", file.read(8))
            found |= kind == _FINDING
            start += 8 + (size + 7) // 8 * 8
    return found, start


class Session:
    """The findings of all processes of this run, as far as they are known."""

    def __init__(self) -> None:
        self.folder = pathlib.Path(os.environ["INQUEST_SESSION"])
        self.findings: dict[tuple[int, int], Finding] = {}
        self._read: dict[str, int] = {}

    def look(self, wanted: Callable[[int], bool] = lambda pid: True) -> list[Finding]:
        """Findings that were new in the traces of [wanted] processes since the last time; those that changed are up to date."""
        news = False
        for path in self.folder.glob("trace.*"):
            if wanted(int(path.name.split(".")[1])):
                found, self._read[path.name] = _has_findings(path, self._read.get(path.name, _HEADER))
                news |= found
        if not news:
            return []
        shown = _inquest("report", "--format", "jsonl", "-o", "-", str(self.folder))
        fresh = []
        for one in read_lines(shown.splitlines()):
            key = one["pid"], one["id"]
            if key not in self.findings and wanted(one["pid"]):
                fresh.append(one)
            if key in self.findings or wanted(one["pid"]):
                self.findings[key] = one
        return fresh


def read_lines(lines: Iterable[str]) -> Iterator[Finding]:
    """The findings among JSON lines; of those that were written more than once the last one."""
    known: dict[tuple[int, int], Finding] = {}
    for line in lines:
        one = json.loads(line)
        if one.get("type") == "finding":
            known[one["pid"], one["id"]] = one
    return iter(known.values())


def text(findings: Iterable[Finding], source: str) -> str:
    """[findings] as inquest prints them, with source lines of files below [source]."""
    lines = [json.dumps(one) for one in findings]
    process = {"inquest": {"version": "", "schema": 1}, "process": {"pid": 0, "argv": [], "host": None, "rank": None, "exit": {}},
               "findings": [], "type": "process"}
    shown = _inquest("report", "--format", "text", "--color", "never", "--verbose", "--source", source, "-o", "-", "-",
                     given="\n".join([*lines, json.dumps(process), ""]))
    return "\n".join(line for line in shown.splitlines() if not line.startswith("inquest: ")).strip()


def _inquest(*words: str, given: str = "") -> str:
    """What the launcher prints; its own options are those of the run."""
    done = subprocess.run([command(), *words], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode >= 125:
        raise RuntimeError(f"inquest {words[0]}: {done.stderr.strip()}")
    return done.stdout

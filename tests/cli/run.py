#!/usr/bin/env python3
"""Runs text cases: run.py --tree TREE FILE.test...

A case is a block of lines; blocks are separated by blank lines, # starts a comment line.
    $ COMMAND           run by sh in an empty folder; `inquest` and `program` are found in PATH
    exit N              exit status (0 if not given)
    out TEXT            a line of stdout contains TEXT; out! none does; out= is exactly TEXT
    err TEXT            the same for stderr (err! err=)
    json EXPRESSION     Python, true with j = the JSON on stdout
    file NAME TEXT      the file contains TEXT; file! NAME: it does not exist
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile


def read_cases(path):
    case = None
    for number, line in enumerate(path.read_text().split("\n") + [""], 1):
        if line.startswith("#"):
            continue
        if not line.strip():
            if case:
                yield case
            case = None
        elif line.startswith("$ "):
            if case:
                yield case
            case = {"line": number, "command": line[2:], "checks": []}
        elif case:
            case["checks"].append(line)
        else:
            sys.exit(f"{path}:{number}: expected a line that starts with $")


def holds(check, result, folder):
    kind, _, text = check.partition(" ")
    if kind == "exit":
        return result.returncode == int(text)
    if kind == "json":
        return bool(eval(text, {"j": json.loads(result.stdout), "len": len, "all": all, "any": any}))
    if kind in ("file", "file!"):
        name, _, text = text.partition(" ")
        found = list(folder.glob(name))
        return not found if kind == "file!" else any(text in file.read_text() for file in found)
    stream = (result.stdout if kind.startswith("out") else result.stderr).split("\n")
    if kind.endswith("!"):
        return not any(text in line for line in stream)
    if kind.endswith("="):
        return text in stream
    if kind in ("out", "err"):
        return any(text in line for line in stream)
    raise ValueError(f"unknown check: {check}")


def run(case, environment):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "tmp").mkdir()
        own = dict(environment, TMPDIR=str(folder / "tmp"))
        result = subprocess.run(["sh", "-c", case["command"]], cwd=folder, env=own, capture_output=True, text=True,
                                errors="replace", timeout=240, stdin=subprocess.DEVNULL)
        checks = case["checks"]
        if not any(check.startswith("exit ") for check in checks):
            checks = ["exit 0"] + checks
        failed = []
        for check in checks:
            try:
                if not holds(check, result, folder):
                    failed.append(check)
            except (ValueError, KeyError, TypeError, IndexError, SyntaxError) as error:
                failed.append(f"{check}  ({error})")
        left = [str(path) for path in (folder / "tmp").glob("inquest.*")]
        if left:
            failed.append(f"session folders are left: {left}")
        return failed, result


def main():
    tree = pathlib.Path(sys.argv[2]).resolve()
    here = pathlib.Path(__file__).resolve().parent
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("INQUEST_", "LD_"))}
    environment["PATH"] = f"{tree}/bin:{environment['PATH']}"
    environment["DATA"] = str(here.parent / "report")
    environment["UNTRUSTED"] = str(here / "untrusted.py")
    environment["TERMINAL"] = str(here / "terminal.py")
    environment["SCHEMA"] = str(here / "schema.py")
    environment["FRAMES"] = str(here / "frames.py")
    environment["JUNIT"] = str(here / "junit.py")
    environment["TIMELINE"] = str(here / "timeline.py")
    environment["TREE"] = str(tree)
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    passed = failed = 0
    for name in sys.argv[3:]:
        path = pathlib.Path(name)
        for case in read_cases(path):
            problems, result = run(case, environment)
            passed += not problems
            failed += bool(problems)
            if problems:
                print(f"FAIL {path.name}:{case['line']}: {case['command']}")
                for problem in problems:
                    print(f"     not so: {problem}")
                print(f"     exit {result.returncode}\n     stdout: {result.stdout[-1500:]}\n     stderr: {result.stderr[-1500:]}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""The wheel as its users have it: made from what this build installs, installed from its file into a fresh environment, used, removed.
Usage: run_wheel.py --build BUILD.  Skipped (77) where Python has no venv module with pip, as on Debian without python3-venv."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "python"))
import inquest.report           # noqa: E402  the module that the wheel carries


BAD_DEVICE = "import ctypes; cuda = ctypes.CDLL('libcuda.so'); cuda.cuInit(0); cuda.cuDeviceGet(ctypes.byref(ctypes.c_int()), 99)"
WRONG = {
    "{": "not JSON", "[1]": "report[0]: not a report of inquest", "{\"inquest\": {\"schema\": 2}}": "schema 2",
    "{\"inquest\": {\"schema\": 1}}": "member 'process' is missing",
    "{\"inquest\": {\"schema\": 1}, \"process\": {\"pid\": \"x\"}}": "report.process.pid: expected int, found str",
    "{\"inquest\": {\"schema\": 1}, \"process\": {\"pid\": 1}, \"findings\": [{\"rule\": \"leak\", \"severity\": \"bad\", \"message\": \"\"}]}": "findings[0].severity",
    "[" * 100000: "not JSON",
}
COUNTS = {True: 0, False: 0}


def check(name, holds, why=""):
    COUNTS[bool(holds)] += 1
    if not holds:
        print(f"FAIL {name}: {why}")


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)


def files_below(folder):
    return {path.relative_to(folder) for path in folder.rglob("*") if "__pycache__" not in path.parts and path.is_file()}


def make(build, folder):
    """Two wheels of what [build] installs, made one after the other: the first one's path."""
    prefix = folder / "prefix"
    run("cmake", "--install", build, "--prefix", prefix, check=True)
    made = [run(ROOT / "tools/make-wheel", prefix, folder / name) for name in ("dist", "again")]
    check("make", not made[0].returncode, made[0].stderr)
    if made[0].returncode:
        return None
    wheels = [pathlib.Path(one.stdout.strip()) for one in made]
    check("reproducible", wheels[0].read_bytes() == wheels[1].read_bytes())
    names = zipfile.ZipFile(wheels[0]).namelist()
    check("members", len(names) == len(set(names)) and not [name for name in names if name.startswith(("/", ".."))], names)
    if shutil.which("auditwheel"):
        shown = run("auditwheel", "show", wheels[0])
        check("auditwheel", "is consistent with" in shown.stdout and "manylinux_2_34" in " ".join(shown.stdout.split()), shown.stdout + shown.stderr)
    return wheels[0]


def use(environment, folder):
    """Runs the command and the module of [environment]."""
    command, python = environment / "bin/inquest", environment / "bin/python"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("INQUEST_")}
    report = folder / "report.json"
    for name, words in (("command", [command]), ("module", [python, "-m", "inquest"])):
        version = run(*words, "--version", env=clean)
        check(f"{name}: version", version.returncode == 0 and "0.1.0" in version.stdout, version.stdout + version.stderr)
        report.unlink(missing_ok=True)
        run(*words, "--device", "soft", "--quiet", "--format", "json", "-o", report, "--", python, "-c", BAD_DEVICE, env=clean)
        findings = inquest.report.load(report).errors if report.exists() else ()
        check(f"{name}: finding", [finding.rule for finding in findings] == ["bad-device"], findings)
    script = f"import inquest.report; r = inquest.report.load({str(report)!r}); print(r.errors[0].rule, r.errors[0].argument.name, r.processes[0].device.kind)"
    loaded = run(python, "-c", script)
    check("inquest.report", loaded.stdout.split() == ["bad-device", "ordinal", "soft"], loaded.stdout + loaded.stderr)
    explained = run(command, "explain", "bad-device", env=clean)
    check("explain", explained.returncode == 0 and len(explained.stdout) > 200, explained.stderr)


def check_reports(build):
    """The module reads every report of the rule programs that lies about, and says what is wrong with what is none."""
    for path in sorted((build / "tests/rules").glob("*.json"))[:200]:
        findings = inquest.report.load(path).findings
        check(path.name, [finding.rule for finding in findings] == [one["rule"] for one in json.loads(path.read_text())["findings"]])
    for text, words in WRONG.items():
        try:
            inquest.report.loads(text)
            check(text[:40], False, "was read")
        except inquest.report.ReportError as problem:
            check(text[:40], words in str(problem), problem)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    build = parser.parse_args().build.resolve()
    if run(sys.executable, "-c", "import venv, ensurepip").returncode:
        print("wheel: skipped: no venv module with pip")
        return 77
    check_reports(build)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = folder / "environment"
        run(sys.executable, "-m", "venv", environment, check=True)
        before = files_below(environment)
        wheel = make(build, folder)
        pip = [environment / "bin/python", "-m", "pip", "--disable-pip-version-check", "--quiet"]
        installed = run(*pip, "install", "--no-index", wheel) if wheel else None
        if installed:
            check("install", not installed.returncode, installed.stderr)
            use(environment, folder)
            run(*pip, "uninstall", "--yes", "inquest")
            check("uninstall", files_below(environment) == before, files_below(environment) - before)
    print(f"wheel: {COUNTS[True]} passed, {COUNTS[False]} failed, 0 skipped")
    return 1 if COUNTS[False] else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Renders fixed.json in every format of formats.def and compares with golden.<suffix>: golden.py INQUEST [--update]"""
import difflib
import pathlib
import re
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
failed = 0
formats = re.findall(r'^FORMAT\("(\w+)", +"\.(\w+)"', (here.parents[1] / "src/report/formats.def").read_text(), re.M)
cases = {suffix: [f"--format={name}"] for name, suffix in formats}
cases |= {"color.txt": ["--format=text", "--color=always", "--verbose"], "github": ["--format=github", "--verbose"],
          "suppressions.txt": ["--format=text", "--gen-suppressions"]}
for name, options in cases.items():
    result = subprocess.run([pathlib.Path(sys.argv[1]).resolve(), "report", *options, str(here / "fixed.json")], cwd=here / "source", capture_output=True)
    text = re.sub(r"(inquest|\"version\":) (\"?)\d+\.\d+\.\d+(\"?)(?=[<,\n])", r"\1 \2VERSION\3", result.stdout.decode())
    if name == "html":  # its style and script are files of their own, and page.py runs them
        text = re.sub(r"(<style>|<script>).*?(?=</)", r"\1", re.sub(r"'sha256-[^']*'", "'HASH'", text), flags=re.S)
    golden = here / f"golden.{name}"
    if "--update" in sys.argv:
        golden.write_text(text)
    wanted = golden.read_text() if golden.exists() else ""
    if result.returncode or text != wanted:
        failed += 1
        sys.stdout.writelines(difflib.unified_diff(wanted.splitlines(True), text.splitlines(True), str(golden), "now"))
        print(result.stderr.decode(), f"FAIL {name} (exit {result.returncode})")
    else:
        print(f"ok   {name}")
sys.exit(1 if failed else 0)

#!/usr/bin/env python3
"""Tables that must agree: the man page, --help and the options; completions and commands; explained codes and rules: agree.py INQUEST"""
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent.parent
page = (root / "docs/man/inquest.1").read_text()
table = (root / "src/cli/options.def").read_text()
formats = re.findall(r'^FORMAT\("(\w+)"', (root / "src/report/formats.def").read_text(), re.M)
commands = set(re.findall(r'^COMMAND\("([\w-]+)"', (root / "src/cli/commands.def").read_text(), re.M))
in_table = set(re.findall(r'^OPTION\(\w+,\s*"([\w-]+)"', table, re.M))
in_page = set(re.findall(r"^\.It (?:Fl \w , )?Fl -([\w-]+)", page, re.M))
helps = {name: subprocess.run([sys.argv[1], name, "--help"], capture_output=True, text=True, check=True).stdout for name in commands}
in_help = set(re.findall(r"^ +(?:-\w, )?--([\w-]+)", "\n".join(helps.values()), re.M))
failed = False
for name, wanted, have in (("man page", in_table, in_page), ("--help", in_table, in_help),
                           ("man page commands", commands, set(re.findall(r"^\.It Cm ([\w-]+)", page, re.M)))):
    if wanted != have:
        failed = True
        print(f"{name}: missing {sorted(wanted - have)}, too many {sorted(have - wanted)}")
written = re.findall(r"Cm (\w+)", re.search(r"^\.It Fl -format .*", page, re.M).group())
if written != formats:
    failed = True
    print(f"man page: --format has {written}, formats.def {formats}")
described = set(re.findall(r"^\| `(\w+)` \|", (root / "docs/report.md").read_text().split("\n## ")[0], re.M))
if described != set(formats):
    failed = True
    print(f"docs/report.md describes {sorted(described)}, formats.def has {sorted(formats)}")
for completion in (root / "src/cli/completion").iterdir():
    missing = [name for name in commands if name not in completion.read_text()]
    if missing:
        failed = True
        print(f"{completion.name}: missing {missing}")
rules = set(re.findall(r'^RULE\(\w+, "([\w-]+)"', (root / "src/rules/rules.def").read_text(), re.M))
named = {rule for row in re.findall(r'^EXPLAIN\(.*"([\w -]*)"\)$', (root / "src/report/explain_other.def").read_text(), re.M) for rule in row.split()}
if named - rules:
    failed = True
    print(f"explain_other.def: unknown rules {sorted(named - rules)}")
sys.exit(1 if failed else 0)

#!/usr/bin/env python3
"""Says what a reader of JUnit XML sees: junit.py FILE.  The counts, then each case: its classname, its name and how it ended."""
import sys
import xml.etree.ElementTree as tree

root = tree.parse(sys.argv[1]).getroot()
suite = root.find("testsuite")
ends = [child.tag for case in suite for child in case]
counts = {"tests": len(suite), "failures": ends.count("failure"), "errors": ends.count("error"), "skipped": ends.count("skipped")}
for element in (root, suite):
    if {name: int(element.get(name)) for name in counts} != counts:
        sys.exit(f"{element.tag} says {element.attrib}, there are {counts}")
print(" ".join(f"{n} {name}" for name, n in counts.items()))
for case in suite:
    end = next((child for child in case if child.tag != "system-out"), None)
    print(f"{case.get('classname')}: {case.get('name')}: {'passed' if end is None else end.tag + ' ' + (end.get('type') or '')}".rstrip(), case.get("file", ""), case.get("line", ""), "".join(end.get("message") if end is not None else ""))

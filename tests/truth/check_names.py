#!/usr/bin/env python3
"""Every symbol of the API table is defined by the software runtime: check_names.py MAP LIBRARY."""
import re
import subprocess
import sys

names = set(re.findall(r'^\s+(\w+);', open(sys.argv[1]).read(), re.M)) - {'global', 'local'}
table = subprocess.run(['nm', '-D', '--defined-only', sys.argv[2]], stdout=subprocess.PIPE, text=True, check=True).stdout
symbols = dict((line.split()[2].split('@')[0], line.split()[0]) for line in table.splitlines() if len(line.split()) == 3)
missing = sorted(n for n in names if n not in symbols)
places = {}
for name in names & set(symbols):
    places.setdefault(symbols[name], []).append(name)
shared = [sorted(n) for n in places.values() if len(n) > 1]
for name in missing:
    print('not defined in src/softrt, nor listed in its unsupported.def: ' + name)
for group in shared:
    print('same address, cannot be patched apart: ' + ' '.join(group))
print('%d names, %d missing' % (len(names), len(missing)))
sys.exit(1 if missing or shared or not names else 0)

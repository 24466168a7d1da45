#!/usr/bin/env python3
"""Compares two tables printed by table.c: for each name how many results differ and by how many units in the last place of
a 32-bit word at most.  Exit status 1 if anything but an approximation differs."""
import sys


def read(path):
    table = {}
    for line in open(path):
        head, _, rest = line.partition(':')
        name, _, index = head.rpartition(' ')
        table.setdefault(name, {})[index] = (rest.split('  ')[0].split(), rest.strip())
    return table


def main():
    one, two = read(sys.argv[1]), read(sys.argv[2])
    wrong = False
    for name in one:
        differ, worst, example = 0, 0, ''
        for index, (words, text) in one[name].items():
            other = two.get(name, {}).get(index, ([], 'missing'))
            if words == other[0]:
                continue
            differ += 1
            for a, b in zip(words, other[0]):
                try:
                    worst = max(worst, abs(int(a, 16) - int(b, 16)))
                except ValueError:
                    pass
            example = example or f'{index}: {text} | {other[1]}'
        if differ:
            print(f'{name}: {differ} of {len(one[name])} differ, by {worst} at most; first {example}')
            wrong |= '.approx' not in name
    return 1 if wrong else 0


sys.exit(main())

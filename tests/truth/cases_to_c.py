#!/usr/bin/env python3
"""Turns the cases of probe.cu into C, for driver_cases.c: the same texts without a CUDA compiler.

Launches become LAUNCH(kernel, (configuration), arguments), templates become macros.  Cases that need C++ or image files are left out;
driver_cases.c has some of them written by hand."""
import re
import sys

SKIP = re.compile(r'std::|slurp|k75')
LAUNCH = re.compile(r'(k_\w+)<<<(.*?)>>>\(')


def closing(text, start):
    """Index behind the parenthesis that closes the one before [start]."""
    depth = 1
    while depth:
        depth += {'(': 1, ')': -1}.get(text[start], 0)
        start += 1
    return start


def split(text):
    """Arguments of a call, split at the commas of the outermost level."""
    parts, depth, last = [], 0, 0
    for i, c in enumerate(text):
        depth += c in '([{'
        depth -= c in ')]}'
        if c == ',' and depth == 0:
            parts.append(text[last:i])
            last = i + 1
    return parts + [text[last:]] if text else []


def launches(text):
    while True:
        found = LAUNCH.search(text)
        if not found:
            return text
        end = closing(text, found.end())
        config = (split(found.group(2)) + ['0', '0'])[:4]
        config[:2] = [c if c.startswith('dim3') else 'dim3(%s)' % c for c in config[:2]]
        arguments = split(text[found.end():end - 1])
        call = 'launch_%s(%s)' % (found.group(1), ','.join(config + arguments))
        text = text[:found.start()] + call + text[end:]


def main():
    for line in open(sys.argv[1]):
        line = line.rstrip()
        if line.startswith('#define TWO'):
            print(line)
        if not line.startswith('CASE(') or SKIP.search(line):
            continue
        line = launches(line)
        line = re.sub(r'cudaCreateChannelDesc<(\w+(?: \w+)?)>\(\)', lambda m: 'channel_%s()' % m.group(1).replace(' ', '_'), line)
        line = line.replace('cudaCreateChannelDesc(8,8,8,0,cudaChannelFormatKindUnsigned)', 'channel_8_8_8()')
        print(line)


main()

#!/usr/bin/env python3
"""Runs every case of probe.cu under inquest and compares its findings with findings.def.

Every error and every warning must be listed, every listed finding must come, at the line of its case.  Notes that are
not listed are allowed.  No case may die but those whose crash is the program's own (documented.txt says which).  --table writes docs/truth.md: what the real driver did (h200.json), what inquest says.
Exit status: 0 all cases are right; 1 not so; 77 no nvcc.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import run_truth

HERE = os.path.dirname(os.path.abspath(__file__))
# Cases about memory that is free: that of a real device is shared with the cases that run beside them, so these run alone.
ALONE = {'al_more_than_free'}


def options():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('--build', default='build', help='build folder that holds bin/inquest')
    p.add_argument('--cache', help='where the probe is built (default BUILD/truth-findings)')
    p.add_argument('--probe', help='run this probe, built with -g -lineinfo, instead of building one; its images lie in --cache')
    p.add_argument('--device', default='soft', choices=('soft', 'real'))
    p.add_argument('--contain', default='yes', choices=('yes', 'no'))
    p.add_argument('--case', action='append', help='only this case (may be repeated)')
    p.add_argument('--timeout', type=float, default=120.0)
    p.add_argument('--parallel', type=int, default=2)
    p.add_argument('--show', action='store_true', help='print what each case reports')
    p.add_argument('--quiet', action='store_true', help='print only the differences')
    p.add_argument('--table', metavar='FILE', help='write the table of all cases')
    return p.parse_args()


def build_probe(nvcc, cache):
    """The images that cases load, and the probe with lines."""
    run_truth.build_probe(nvcc, cache, True, 'probe')
    probe, source = os.path.join(cache, 'probe-lines'), os.path.join(HERE, 'probe.cu')
    stubs = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(nvcc))), 'lib64', 'stubs')
    if not run_truth.newer(probe, source):
        run_truth.command(nvcc, '-std=c++17', '-arch=sm_90', '-w', '-g', '-lineinfo', '-cudart', 'static', '-o', probe, source,
                          '-L' + stubs, '-lcuda')
    return probe


def read_expected(path):
    """{case: [(devices, severity, rule, api, argument, object)]} from lines `case: [device:]severity rule api argument object`."""
    table = {}
    for number, line in enumerate(open(path), 1):
        line = line.split('#')[0].strip()
        if not line:
            continue
        case, _, rest = line.partition(':')
        rows = table.setdefault(case.strip(), [])
        words = rest.split()
        if words == ['clean']:
            continue
        device = None
        if words and words[0].startswith(('soft:', 'real:')):
            device, words[0] = words[0].split(':', 1)
        if len(words) != 5:
            sys.exit('%s:%d: five words wanted' % (path, number))
        rows.append((device, *words))
    return table


def lines_of_cases():
    lines = {}
    for number, text in enumerate(open(os.path.join(HERE, 'probe.cu')), 1):
        match = re.match(r'CASE\((\w+)\)', text)
        if match:
            lines[match.group(1)] = number
    return lines


def run_case(args, cache, probe, name):
    """Findings of all processes of the case, and how the program ended."""
    env = dict(os.environ, INQUEST_SOFT_DEVICES='2' if run_truth.TWO_DEVICES.match(name) else '1')
    with tempfile.TemporaryDirectory(prefix='findings-') as out:
        words = [os.path.join(args.build, 'bin', 'inquest'), '--device', args.device, '--contain', args.contain, '--format', 'json',
                 '-o', os.path.join(out, '%p.json'), '--', probe, name]
        try:
            done = subprocess.run(words, cwd=cache, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=args.timeout)
            code, text = done.returncode, done.stdout.decode('utf-8', 'replace')
        except subprocess.TimeoutExpired:
            code, text = 'timeout', ''
        documents = []
        for file in sorted(os.listdir(out)):
            with open(os.path.join(out, file)) as stream:
                documents.append(json.load(stream))
    return {'case': name, 'code': code, 'died': 'SIGNAL' in text or not re.search('^END$', text, re.M), 'text': text, 'documents': documents,
            'findings': [f for d in documents for f in d['findings']]}


def shape(finding):
    argument, thing = finding['argument'], finding['object']
    return (finding['severity'], finding['rule'], finding['api'] or '-', argument['name'] if argument else '-',
            thing['kind'] if thing else '-')


def fits(want, got):
    return all(g in w.split('|') or w == '*' for w, g in zip(want, got))


def site_line(finding):
    """Line of probe.cu that the finding blames."""
    for frame in finding['sites'].get('call') or finding['sites'].get('created') or []:
        if frame['file'] and frame['file'].endswith('probe.cu') and (frame['function'] or '').startswith(('c_', 'operator()', '<lambda')):
            return frame['line']
        if 'c_' in (frame['function'] or '') and frame['line']:
            return frame['line']
    return None


def compare(args, got, want, line):
    problems = []
    rest = [(shape(f), f) for f in got['findings']]
    for device, *expected in want:
        if device and device != args.device:
            continue
        optional = expected[0].startswith('?')
        expected[0] = expected[0].lstrip('?')
        hit = next((r for r in rest if fits(expected, r[0])), None)
        if hit is None and optional:
            continue
        if hit is None:
            problems.append('missing: ' + ' '.join(expected))
            continue
        rest.remove(hit)
        if site_line(hit[1]) not in (line, None) or (site_line(hit[1]) is None and hit[1]['api']):
            problems.append('%s at line %s, wanted %d' % (hit[0][1], site_line(hit[1]), line))
    problems += ['not expected: ' + ' '.join(s) for s, _ in rest if s[0] != 'note']
    if got['died'] and not args.may_die(got['case']) and args.contain == 'yes':
        problems.append('died: %s' % got['code'])
    if not got['documents']:
        problems.append('no report (%s)' % got['code'])
    return problems


def write_table(path, args, cases, results, expected):
    """docs/truth.md."""
    with open(path, 'w') as out:
        out.write('# What a real driver answers, and what inquest says\n\n'
                  'Made by `tests/truth/run_findings.py --table docs/truth.md`. The driver was measured on an NVIDIA H200 (driver\n'
                  '580.159.04, runtime 13.0, `tests/truth/h200.json`), one process per case of `tests/truth/probe.cu`; findings are those of\n'
                  '`inquest --device soft`. Codes are in the order of the calls; errors and warnings are listed, notes only where expected.\n\n'
                  '| case | real driver | inquest |\n| --- | --- | --- |\n')
        for case in cases:
            codes = ' '.join(str(s['code']) for s in case['steps'])
            if case['signal'] is not None:
                codes = (codes + ' **crash**').strip()
            said = []
            wanted = [w[1:] for w in expected.get(case['case'], [])]
            for finding in results[case['case']]['findings']:
                got = shape(finding)
                if got[0] == 'note' and not any(fits(w, got) for w in wanted):
                    continue
                argument = ' `%s`' % got[3] if got[3] != '-' else ''
                said.append('%s `%s` %s%s' % (got[0], got[1], got[2] if got[2] != '-' else 'at exit' if got[1] == 'leak' else '', argument))
            out.write('| %s | %s | %s |\n' % (case['case'], codes or 'no call', '<br>'.join(s.strip() for s in said) or 'clean'))


def main():
    args = options()
    nvcc = shutil.which('nvcc') or shutil.which('/usr/local/cuda/bin/nvcc')
    if not nvcc and not args.probe:
        print('no nvcc: skipped')
        return 77
    args.build = os.path.abspath(args.build)
    cache = os.path.abspath(args.cache or os.path.join(args.build, 'truth-findings'))
    os.makedirs(cache, exist_ok=True)
    probe = os.path.abspath(args.probe) if args.probe else build_probe(nvcc, cache)
    documented = run_truth.table('documented.txt')
    args.may_die = lambda name: documented.get(name) == 'crash'
    expected, lines = read_expected(os.path.join(HERE, 'findings.def')), lines_of_cases()
    cases = [c for c in json.load(open(os.path.join(HERE, 'h200.json')))['cases'] if not args.case or c['case'] in args.case]
    with ThreadPoolExecutor(args.parallel) as pool:
        together = [c['case'] for c in cases if c['case'] not in ALONE]
        results = dict(zip(together, pool.map(lambda name: run_case(args, cache, probe, name), together)))
    results.update((c['case'], run_case(args, cache, probe, c['case'])) for c in cases if c['case'] in ALONE)
    good = 0
    for case in cases:
        name = case['case']
        got = results[name]
        problems = compare(args, got, expected[name], lines[name]) if name in expected else ['not in findings.def']
        good += not problems
        if problems or not args.quiet:
            print('%-9s %-30s %s' % ('right' if not problems else 'WRONG', name, '; '.join(problems)))
        if args.show:
            for finding in got['findings']:
                print('    %s [%s] %s' % (' '.join(shape(finding)), site_line(finding), finding['message']))
    print('%d of %d cases are right' % (good, len(cases)))
    if args.table:
        write_table(args.table, args, cases, results, expected)
    return 0 if good == len(cases) else 1


if __name__ == '__main__':
    sys.exit(main())

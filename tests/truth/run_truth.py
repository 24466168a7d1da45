#!/usr/bin/env python3
"""Runs every case of probe.cu and compares it with what a real driver answered (h200.json).

Direct mode (default): the probe, built against the shared runtime, runs on libinquest-cudart.so and the software driver.
With --probe: a probe that is built already (truth_cases, which needs no nvcc); its own list says which cases it has.
With --prefix: the probe, built with a static runtime, runs under that command, e.g. --prefix 'bin/inquest --device soft --quiet'.
With --set NAME: the cases of NAME.cu and the answers of NAME.json in place of probe.cu and h200.json.
With --record FILE: the static probe runs on the driver of this machine, and what it answers is written to FILE.
Exit status: 0 enough cases agree and every difference is listed in deviations.txt; 1 not so; 77 no nvcc or no answers.
"""
import argparse
import datetime
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
STEP = re.compile(r'^  (.*) -> (-?\d+) (\S+)$')
NOTE = re.compile(r'^  note: (.*)$')
SIGNAL = re.compile(r'^  SIGNAL (\d+)')
# Notes that depend on timing, addresses or the compiler.
LOOSE_NOTE = re.compile(r'bytes$|^current |^early |^device got |^legacy copy|^d is |recycled')
TWO_DEVICES = re.compile(r'^(v_)?(d2_|x_two_gpus)')


def options():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('--build', default='build', help='build folder that holds lib/inquest')
    p.add_argument('--cache', help='where the probe is built (default BUILD/truth)')
    p.add_argument('--probe', help='run this probe instead of building one')
    p.add_argument('--prefix', help='run the static probe under this command')
    p.add_argument('--set', choices=['variants_memory', 'variants_objects'], help='run this set of cases instead of probe.cu')
    p.add_argument('--record', metavar='FILE', help='write what the driver of this machine answers instead of comparing')
    p.add_argument('--target', type=float, default=90.0, help='percentage that must agree')
    p.add_argument('--case', action='append', help='only this case (may be repeated)')
    p.add_argument('--timeout', type=float, default=60.0)
    p.add_argument('--quiet', action='store_true', help='print only the differences')
    return p.parse_args()


def newer(target, *sources):
    return os.path.exists(target) and all(os.path.getmtime(target) >= os.path.getmtime(s) for s in sources)


def command(*words, cwd=None):
    done = subprocess.run(words, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit('failed: %s\n%s' % (' '.join(words), done.stdout))


def build_probe(nvcc, cache, static, name):
    """Compiles the probe once per kind of runtime, and the images that it loads."""
    os.makedirs(cache, exist_ok=True)
    source = os.path.join(HERE, name + '.cu')
    common = [os.path.join(HERE, 'cases.h')] if name != 'probe' else []
    stubs = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(nvcc))), 'lib64', 'stubs')
    probe = os.path.join(cache, name + ('-static' if static else '-shared'))
    if not newer(probe, source, *common):
        command(nvcc, '-std=c++17', '-arch=sm_90', '-w', '-cudart', 'static' if static else 'shared', '-o', probe, source,
                '-L' + stubs, '-lcuda')
    kernel = os.path.join(HERE, 'kernel.cu')
    for arch in ('75', '90', '100'):
        for kind in ('cubin', 'fatbin'):
            image = os.path.join(cache, 'k%s.%s' % (arch, kind))
            if not newer(image, kernel):
                code = ['-gencode', 'arch=compute_%s,code=sm_%s' % (arch, arch)]
                command(nvcc, *code, '-' + kind, '-o', image, kernel)
    both = os.path.join(cache, 'kall.fatbin')
    if not newer(both, kernel):
        command(nvcc, '-gencode', 'arch=compute_90,code=[sm_90,compute_90]', '-gencode', 'arch=compute_75,code=sm_75', '-fatbin',
                '-o', both, kernel)
    shutil.copyfile(kernel, os.path.join(cache, 'gt.cu'))
    return probe


def environment(args, cache):
    env = dict(os.environ)
    if not args.prefix and not args.record:
        soft = os.path.abspath(os.path.join(args.build, 'lib', 'inquest', 'soft'))
        names = os.path.join(cache, 'runtime')
        os.makedirs(names, exist_ok=True)
        for version in ('11.0', '12', '13'):
            link = os.path.join(names, 'libcudart.so.' + version)
            if not os.path.islink(link) or os.readlink(link) != os.path.join(soft, 'libinquest-cudart.so'):
                if os.path.lexists(link):
                    os.unlink(link)
                os.symlink(os.path.join(soft, 'libinquest-cudart.so'), link)
        env['LD_LIBRARY_PATH'] = ':'.join([names, soft] + env.get('LD_LIBRARY_PATH', '').split(':'))
    return env


def run_case(args, cache, env, probe, name):
    """What the case printed, in the form of h200.json."""
    words = (shlex.split(args.prefix) if args.prefix else []) + [probe, name]
    env = dict(env, INQUEST_SOFT_DEVICES='2' if TWO_DEVICES.match(name) else '1')
    try:
        done = subprocess.run(words, cwd=cache, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=args.timeout)
        text, code = done.stdout.decode('utf-8', 'replace'), done.returncode
    except subprocess.TimeoutExpired as late:
        text, code = (late.stdout or b'').decode('utf-8', 'replace'), 'timeout'
    got = {'case': name, 'steps': [], 'notes': [], 'signal': None}
    for line in text.splitlines():
        if STEP.match(line):
            call, number, word = STEP.match(line).groups()
            got['steps'].append((call, int(number), word))
        elif NOTE.match(line):
            got['notes'].append(NOTE.match(line).group(1))
        elif SIGNAL.match(line):
            got['signal'] = int(SIGNAL.match(line).group(1))
    if got['signal'] is None and code == 'timeout':
        got['signal'] = 'timeout'
    elif got['signal'] is None and (code < 0 or not re.search(r'^END$', text, re.M)):
        got['signal'] = -code if code < 0 else 'exit %d' % code
    return got


def steps_of(case):
    return [(s['call'], s['code'], s['name']) for s in case['steps']]


def compare_steps(want, got):
    for i, step in enumerate(want):
        if i >= len(got):
            return 'step %d missing: %s, wanted %d' % (i + 1, step[0], step[1])
        if got[i][0] != step[0]:
            return 'step %d is %s, wanted %s' % (i + 1, got[i][0], step[0])
        if got[i][1:] != step[1:]:
            return '%s -> %d %s, wanted %d %s' % (step[0], got[i][1], got[i][2], step[1], step[2])
    return None


def compare_documented(rule, want, got):
    """A case in which the real driver crashed: [rule] says what comes after the steps that were measured."""
    if rule is None:
        return 'the real driver crashes here and documented.txt has no line for it'
    if 'crash' in rule and got['signal'] is not None:
        return None
    if got['signal'] is not None:
        return 'crashed too (%s), wanted the documented code' % got['signal']
    more = [s[1] for s in got['steps'][len(want):]]
    codes = rule.replace('or crash', '').replace('crash', '').split()
    if len(more) < len(codes):
        return 'stopped after %d further steps, wanted %d' % (len(more), len(codes))
    for i, code in enumerate(codes):
        if code != '*' and str(more[i]) not in code.split('|'):
            return 'step %s -> %d, wanted %s (documented)' % (got['steps'][len(want) + i][0], more[i], code)
    return None


def compare(case, got, documented):
    want = steps_of(case)
    problem = compare_steps(want, got['steps'])
    if problem:
        return problem + (' [%s]' % got['signal'] if got['signal'] else '')
    if case['signal'] is not None:
        return compare_documented(documented.get(case['case']), want, got)
    if got['signal'] is not None:
        return 'crashed: %s' % got['signal']
    if len(got['steps']) != len(want):
        return 'further step %s' % got['steps'][len(want)][0]
    strict = [n for n in case['notes'] if not LOOSE_NOTE.search(n)]
    have = [n for n in got['notes'] if not LOOSE_NOTE.search(n)]
    return None if strict == have else 'notes %s, wanted %s' % (have, strict)


def table(name):
    rows = {}
    for line in open(os.path.join(HERE, name)):
        line = line.strip()
        if line and not line.startswith('#'):
            case, _, rest = line.partition(':')
            rows[case.strip()] = rest.strip()
    return rows


def first_line(pattern, *words):
    """What pattern matches in the output of a command, or None."""
    try:
        text = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    except OSError:
        return None
    found = re.search(pattern, text)
    return found.group(1).strip() if found else None


def record(args, nvcc, cache, env, probe, names):
    """Writes what the driver of this machine answers, in the form of h200.json."""
    smi = ['nvidia-smi', '--format=csv,noheader']
    cases = []
    for name in names:
        got = run_case(args, cache, env, probe, name)
        steps = [{'call': call, 'code': code, 'name': word} for call, code, word in got['steps']]
        cases.append({'case': name, 'steps': steps, 'signal': got['signal'], 'notes': got['notes']})
    whole = {'device': first_line(r'(.+)', *smi, '--query-gpu=name'),
             'driver': first_line(r'(.+)', *smi, '--query-gpu=driver_version'),
             'toolkit': first_line(r'release ([0-9.]+)', nvcc, '--version') if nvcc else None,
             'linking': 'static cudart', 'measured': datetime.date.today().isoformat(), 'cases': cases}
    with open(args.record, 'w') as out:
        out.write(json.dumps(whole, indent=1) + '\n')
    ended = [c['case'] for c in cases if c['signal'] is not None]
    print('%d cases recorded; ended by a signal or a time-out: %s' % (len(cases), ' '.join(ended) or 'none'))
    return 0 if cases else 1


def main():
    args = options()
    nvcc = shutil.which('nvcc') or shutil.which('/usr/local/cuda/bin/nvcc')
    cache = os.path.abspath(args.cache or os.path.join(args.build, 'truth'))
    if not nvcc and not args.probe:
        print('no nvcc: skipped')
        return 77
    answers = os.path.join(HERE, (args.set or 'h200') + '.json')
    if not args.record and not os.path.exists(answers):
        print('no %s: skipped' % os.path.basename(answers))
        return 77
    os.makedirs(cache, exist_ok=True)
    static = bool(args.prefix or args.record)
    probe = os.path.abspath(args.probe) if args.probe else build_probe(nvcc, cache, static, args.set or 'probe')
    env = environment(args, cache)
    documented, accepted = table('documented.txt'), table('deviations.txt')
    listing = (shlex.split(args.prefix) if args.prefix else []) + [probe, '--list']
    known = subprocess.run(listing, env=env, stderr=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True).stdout.split()
    if args.record:
        return record(args, nvcc, cache, env, probe, [n for n in known if not args.case or n in args.case])
    cases = [c for c in json.load(open(answers))['cases']
             if c['case'] in known and (not args.case or c['case'] in args.case)]
    good = unlisted = 0
    for case in cases:
        name = case['case']
        problem = compare(case, run_case(args, cache, env, probe, name), documented)
        good += problem is None
        unlisted += problem is not None and name not in accepted
        word = 'same' if problem is None else 'accepted' if name in accepted else 'DIFFERS'
        if problem or not args.quiet:
            print('%-9s %-34s %s' % (word, name, problem or ''), flush=True)
    share = 100.0 * good / max(1, len(cases))
    print('%d of %d cases agree: %.1f %%; %d differences accepted, %d not listed' %
          (good, len(cases), share, len(cases) - good - unlisted, unlisted))
    return 0 if share >= args.target and unlisted == 0 else 1


if __name__ == '__main__':
    sys.exit(main())

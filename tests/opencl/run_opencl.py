#!/usr/bin/env python3
"""OpenCL calls are seen whatever way they take: a loader with layers, one without, a library linked directly, extension functions,
children.  usage: run_opencl.py --build BUILD --source SOURCE [--cc CC]"""
import argparse
import functools
import glob
import json
import os
import re
import subprocess
import sys

SKIP = 77


class Bench:
    def __init__(self, options):
        self.build, self.source, self.cc = os.path.abspath(options.build), os.path.abspath(options.source), options.cc
        self.work = os.path.join(self.build, 'tests', 'opencl')
        os.makedirs(self.work, exist_ok=True)
        self.wrong = self.done = self.skipped = 0
        loaders = [p for d in ('/usr/lib/x86_64-linux-gnu', '/usr/lib64', '/usr/lib') for p in glob.glob(d + '/libOpenCL.so.1')]
        self.loader = loaders[0] if loaders else None
        self.mini = self.compile('libmini.so', 'mini.c', '-shared', '-fPIC', '-Wl,-soname,libmini.so')
        self.direct = self.compile('direct', 'probe.c', self.mini, '-Wl,-rpath,' + self.work)
        self.weak = self.compile('weak', 'probe.c', '-DWEAK', '-ldl')

    @functools.cache
    def compile(self, name, source, *flags):
        target = os.path.join(self.work, name)
        subprocess.run([self.cc, '-std=gnu11', '-g', '-O1', '-w', '-I' + os.path.join(self.build, 'gen'), '-I' + os.path.join(self.source, 'api'),
                        os.path.join(self.source, 'tests', 'opencl', source), *flags, '-o', target], check=True)
        return target

    def trace(self, *words, env=None):
        """(status, stdout, names of calls in order)."""
        done = subprocess.run([os.path.join(self.build, 'bin/inquest'), 'trace', '--quiet', *words], capture_output=True, text=True, timeout=120,
                              env=dict(os.environ, **(env or {})))
        return done.returncode, done.stdout, re.findall(r'^(cl\w+)\(', done.stderr, re.M)

    def expect(self, what, got, calls, out=''):
        status, stdout, seen = got
        if status == SKIP:
            self.skipped += 1
            print('skip ' + what)
            return
        self.done += 1
        if status or seen != calls or out not in stdout:
            self.wrong += 1
            print('FAIL %s: status %d, calls %s, output %r' % (what, status, seen, stdout))

    def behind_layer(self, layer, program, words, rules, said):
        """The findings of tests/opencl/PROGRAM.c with the layer LAYER.c of the loader: of [rules], and the program says [said]."""
        include = '-I' + os.path.join(self.source, 'tests', 'include')
        env = dict(os.environ, OPENCL_LAYERS=self.compile(layer + '.so', layer + '.c', '-shared', '-fPIC', include))
        done = subprocess.run([os.path.join(self.build, 'bin/inquest'), '--format', 'json', self.compile(program, program + '.c', self.loader, include), *words],
                              capture_output=True, text=True, timeout=120, env=env)
        if done.returncode == SKIP:
            self.skipped += 1
            return []
        self.done += 1
        findings = [finding for finding in json.loads(done.stderr)['findings'] if finding['severity'] != 'note']
        if [finding['rule'] for finding in findings] != rules or done.stdout != said:
            self.wrong += 1
            print('FAIL %s %s behind %s: %r, expected %s; %r' % (program, words, layer, findings, rules, done.stdout))
        return findings

    def killed(self, what, words, status, told, untold):
        """What the launcher says of a program that is killed."""
        done = subprocess.run([os.path.join(self.build, 'bin/inquest'), *words], capture_output=True, text=True, timeout=120)
        self.done += 1
        if done.returncode != status or not all(text in done.stderr for text in told) or any(text in done.stderr for text in untold):
            self.wrong += 1
            print('FAIL %s: status %d, %s' % (what, done.returncode, done.stderr))


LINKED = ['clGetPlatformIDs', 'clGetDeviceIDs', 'clCreateContext', 'clReleaseContext']


def without_layers(bench):
    """A copy of the loader that does not know the variable."""
    path = os.path.join(bench.work, 'old', 'libOpenCL.so.1')
    os.makedirs(os.path.dirname(path), exist_ok=True)
    data = open(bench.loader, 'rb').read()
    with open(path, 'wb') as f:
        f.write(data.replace(b'OPENCL_LAYERS', b'OPENCL_XAYERS'))
    return path


def with_loader(bench):
    linked = bench.compile('linked', 'probe.c', bench.loader)
    bench.expect('linked to the loader', bench.trace(linked, 'linked'), LINKED, 'context 0')
    bench.expect('loader opened later', bench.trace(bench.weak, 'dlopen', bench.loader), LINKED[:2], 'devices 0')
    old = without_layers(bench)
    folder = {'LD_LIBRARY_PATH': os.path.dirname(old)}
    bench.expect('linked to a loader without layers', bench.trace(linked, 'linked', env=folder), LINKED, 'context 0')
    bench.expect('loader without layers opened later', bench.trace(bench.weak, 'dlopen', old), LINKED[:2], 'devices 0')
    nobody = os.path.join(bench.work, 'nobody.so')
    bench.expect('child of a program with layers of its own', bench.trace(linked, 'child', env={'OPENCL_LAYERS': nobody}), LINKED + LINKED,
                 'layers ' + nobody + ':')


def refused_again(bench):
    """A command that was made before fails: it is explained like any other, and its accesses have not been made; those before it have."""
    for words, rules in ((['idle'], ['out-of-memory']), (['busy'], ['out-of-memory', 'stream-race']),
                         (['idle', 'launches'], ['out-of-memory']), (['busy', 'launches'], ['out-of-memory', 'stream-race'])):
        bench.behind_layer('refusing', 'refused', words, rules, 'refused with -5\n')


CRASHES = ('sampler', 'no-platform', 'device-as-platform')


def strict_driver(bench):
    """What only NVIDIA's driver refuses or crashes on is explained, by the argument; the right calls before it are not."""
    for word, rule, argument in (('name', 'bad-flags', 'param_name'), ('size', 'bad-size', 'param_value_size'), ('map', 'bad-flags', 'flags'),
                                 ('property', 'bad-flags', 'properties'), ('rows', 'bad-size', 'buffer_slice_pitch'), ('image', 'bad-size', 'slice_pitch'),
                                 ('sampler', 'null-pointer', 'sampler_properties'), ('no-platform', 'null-handle', 'properties'),
                                 ('device-as-platform', 'unknown-handle', 'properties')):
        findings = bench.behind_layer('strict', 'lax', [word], [rule], 'refused with %d\n' % (0 if word in CRASHES else -30))
        if [finding['argument']['name'] for finding in findings if finding['argument']] != [argument] * len(findings):
            bench.wrong += 1
            print('FAIL strict driver %s: another argument than %s: %r' % (word, argument, findings))


def broken_by_a_kernel(bench):
    """A GPU's driver answers waits behind a kernel that faulted with codes of other mistakes; without a kernel they mean what they say.
    A kernel that got NULL because its buffer could not be made is no mistake of its own."""
    for words, rules, said in (([], ['earlier-fault'], '-36 -5\n'), (['idle'], [], '0 0\n'), (['null'], ['bad-size'], '-36 0\n')):
        findings = bench.behind_layer('broken', 'faulted', words, rules, said)
        if words == ['null']:
            continue
        launch = [related for finding in findings for related in finding['sites']['related'] if 'kernel launch' in related['what']]
        if len(launch) != len(findings):
            bench.wrong += 1
            print('FAIL broken by a kernel %s: the launch is not named: %r' % (words, findings))


def without_drivers(bench):
    """A loader that finds no driver takes no layers; the program still learns which package would help."""
    linked, nowhere = bench.compile('linked', 'probe.c', bench.loader), os.path.join(bench.work, 'nowhere')
    os.makedirs(nowhere, exist_ok=True)
    for words in ([linked, 'linked'], [bench.weak, 'dlopen', bench.loader]):
        done = subprocess.run([os.path.join(bench.build, 'bin/inquest'), *words], capture_output=True, text=True, timeout=120,
                              env=dict(os.environ, OCL_ICD_VENDORS=nowhere))
        bench.done += 1
        if 'pocl-opencl-icd' not in done.stderr or '0 errors, 0 warnings in 1 checked call' not in done.stderr:
            bench.wrong += 1
            print('FAIL no driver %s: %s' % (words, done.stderr))


def scripts(bench):
    """Mistakes of pyopencl scripts are at lines of the scripts; what the arguments of kernels are called is known the second time, too."""
    path = os.path.join(bench.source, 'tests', 'opencl', 'scripts.py')
    lines = open(path).read().split('\n')
    for word, rule, told in (('size', 'launch-arguments', "argument index 1 'factor'"), ('size', 'launch-arguments', "argument index 1 'factor'"),
                             ('large', 'range-overflow', 'twice as many'), ('early', 'host-read-in-flight', 'clEnqueueReadBuffer'), ('waited', None, '0 errors, 0 warnings')):
        done = subprocess.run([os.path.join(bench.build, 'bin/inquest'), '/usr/bin/python3', path, word], capture_output=True, text=True, timeout=120)
        if done.returncode == SKIP:
            bench.skipped += 1
            continue
        bench.done += 1
        line = next((i + 1 for i, text in enumerate(lines) if text.endswith('# ' + word)), 0)
        if told not in done.stderr or (rule and 'scripts.py:%d: error: [%s]' % (line, rule) not in done.stderr):
            bench.wrong += 1
            print('FAIL script %s: %s' % (word, done.stderr))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--build', required=True)
    parser.add_argument('--source', required=True)
    parser.add_argument('--cc', default='cc')
    bench = Bench(parser.parse_args())
    bench.expect('linked directly', bench.trace(bench.direct, 'linked'), LINKED, 'context 0')
    bench.expect('extension function', bench.trace(bench.direct, 'extension'),
                 ['clGetPlatformIDs', 'clGetExtensionFunctionAddressForPlatform', 'clGetExtensionFunctionAddressForPlatform', 'clFinalizeCommandBufferKHR'],
                 'finalize -1138 same 1')
    nothing = ['software device', 'no GPU call that', 'error:']
    for number, name in ((9, 'Killed'), (15, 'Terminated')):
        bench.killed('killed by %d' % number, [bench.direct, 'killed', str(number)], 128 + number,
                     ['direct was in no GPU call when the signal came; its last one was clReleaseContext', 'was killed by signal %d (%s)' % (number, name),
                      '0 warnings in 4 checked calls'], nothing)
    bench.killed('shot by another process', [bench.direct, 'shot'], 139, ['clGetPlatformIDs', 'was killed by signal 11'], nothing)
    bench.expect('weak symbol without a loader', bench.trace(bench.weak), [], 'weak 0')
    if bench.loader:
        with_loader(bench)
        refused_again(bench)
        strict_driver(bench)
        broken_by_a_kernel(bench)
        without_drivers(bench)
        scripts(bench)
    print('opencl: %d of %d right, %d skipped' % (bench.done - bench.wrong, bench.done, bench.skipped))
    return 1 if bench.wrong else 0


if __name__ == '__main__':
    sys.exit(main())

#!/usr/bin/env python3
"""Programs of other languages on the software device: their runtimes have signal handlers, collectors, stacks and compilers of their own.

Each must print what it prints without inquest, and its one mistake (mostly memory that is read after it was freed) must be found, with the
calling functions of its own language where the runtime tells their names.  What is not installed is skipped.
usage: run_languages.py --build BUILD --work FOLDER [-k WORD]
"""
import argparse
import glob
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SUM, TRAPS = ['bad 0 sum 65280'], ['traps 1000', 'pinned 0']
USE_AFTER_FREE = ('use-after-free', 'cuMemcpyDtoH', 'srcDevice')     # after which they print "freed 1"
JNA = '/usr/share/java/jna.jar'
JAVA = ['java', '-XX:+PreserveFramePointer', '-XX:+UnlockDiagnosticVMOptions', '-XX:+DumpPerfMapAtExit', '-cp', JNA + ':{work}', 'Twice', '{here}/twice.ptx']
NODE = ['node', '--perf-basic-prof', '--interpreted-frames-native-stack', '{here}/twice.js', '{here}/twice.ptx', '{work}/addon.node']
MCS = ['mcs', '-debug', '-unsafe', '-out:{work}/Twice.exe', '{here}/Twice.cs']
BARE = ['mcs', '-unsafe', '-out:{work}/Bare.exe', '{here}/Twice.cs']                # no lines
PROGRAM = ['mcs', '-debug', '-out:{work}/Program.exe', '{here}/Program.cs']
NET_MODULE = ['mcs', '-debug', '-out:{work}/Net.exe', '{here}/Program.cs']
WITH_PDB = ['python3', '{here}/portable_pdb.py', '{work}/Net.exe']
STRIPPED = ['mcs', '-out:{work}/NetBare.exe', '{here}/Program.cs']
HOST_WORK = ['mcs', '-debug', '-out:{work}/HostWork.exe', '{here}/HostWork.cs']
HOST_PDB = ['python3', '{here}/portable_pdb.py', '{work}/HostWork.exe']
NET = ['env', 'DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1', 'dotnet', 'exec', '--runtimeconfig', '{here}/twice.runtimeconfig.json']
DOTNET = NET + ['{work}/Twice.exe', '{here}/twice.ptx']
GO = ['env', 'CGO_ENABLED=1', 'GOCACHE={work}/go', 'GO111MODULE=off', 'CGO_LDFLAGS=-L{lib} -lcuda', 'go', 'build', '-o', '{work}/twice_go', '{here}/twice.go']
ADDON = ['gcc', '-shared', '-fPIC', '-O1', '-I/usr/include/node', '-o', '{work}/addon.node', '{here}/addon.c', '-L{lib}', '-lcuda']

# name, what builds it, what runs it, what it prints before "freed 1", functions (and their places) that lead to the guilty call, innermost first,
# and the finding if it is another one
HOSTS = [
    ('go', [GO], ['{work}/twice_go', '{here}/twice.ptx'], SUM + TRAPS, ['main.readFreed twice.go', 'main.main twice.go']),
    ('java', [['javac', '-cp', JNA, '-d', '{work}', '{here}/Twice.java']], JAVA, SUM + ['traps 10000 overflows 10', 'pinned 0'], []),
    ('dotnet', [MCS], DOTNET, SUM + TRAPS, ['Twice::ReadFreed', 'Twice::Main']),
    ('mono', [MCS], ['mono', '{work}/Twice.exe', '{here}/twice.ptx'], SUM + TRAPS, ['ReadFreed Twice.cs:30', 'Main Twice.cs:56']),
    ('mono_bare', [BARE], ['env', 'MONO_DEBUG=explicit-null-checks', 'MONO_ENV_OPTIONS=--gc=sgen', 'sh', '-c', 'mono "$@"', 'mono', '{work}/Bare.exe', '{here}/twice.ptx'],
     SUM + TRAPS, ['Twice:ReadFreed', 'Twice:Main']),
    ('mono_module', [PROGRAM], ['mono', '{work}/Program.exe'], ['LoadModule: 200'], ['LoadModule Program.cs:31', 'LoadKernels Program.cs:41', 'Main Program.cs:47'],
     ('image-not-recognized', 'cuModuleLoadData', 'image')),
    ('dotnet_module', [NET_MODULE, WITH_PDB], NET + ['{work}/Net.exe'], ['LoadModule: 200'],
     ['LoadModule Program.cs:31', 'LoadKernels Program.cs:41', 'Main Program.cs:47'], ('image-not-recognized', 'cuModuleLoadData', 'image')),
    ('dotnet_bare', [STRIPPED], NET + ['{work}/NetBare.exe'], ['LoadModule: 200'], ['CUDA::LoadModule', 'Program::LoadKernels', 'Program::Main'],
     ('image-not-recognized', 'cuModuleLoadData', 'image')),
    ('dotnet_tmpdir', [STRIPPED], ['env', 'TMPDIR={work}'] + NET[1:] + ['{work}/NetBare.exe'], ['LoadModule: 200'],
     ['CUDA::LoadModule', 'Program::LoadKernels', 'Program::Main'], ('image-not-recognized', 'cuModuleLoadData', 'image')),
    ('dotnet_no_map', [STRIPPED], ['env', 'COMPlus_PerfMapEnabled=0', 'DOTNET_PerfMapEnabled=0'] + NET[1:] + ['{work}/NetBare.exe'], ['LoadModule: 200'],
     ['LoadModule', 'LoadKernels', 'Main'], ('image-not-recognized', 'cuModuleLoadData', 'image')),
    ('mono_host', [HOST_WORK], ['mono', '{work}/HostWork.exe'], ['called 20'], ['MoveNext HostWork.cs:40']),
    ('dotnet_host', [HOST_WORK, HOST_PDB], NET + ['{work}/HostWork.exe'], ['called 20'], ['MoveNext HostWork.cs:40']),
    ('node', [ADDON], NODE, SUM , ['sum', 'JS:~readFreed']),
    ('rust', [['rustc', '-g', '-L{lib}', '-o', '{work}/twice_rs', '{here}/twice.rs']], ['{work}/twice_rs'], ['bad 0 sum 86016', 'panic true'],
     ['twice::read_freed twice.rs', 'twice::main twice.rs']),
    ('ruby', [], ['ruby', '{here}/twice.rb', '{here}/twice.ptx'], SUM, []),
    ('perl', [], ['perl', '{here}/twice.pl'], ['bad 0 value 42', 'handled'], []),
    ('luajit', [], ['luajit', '{here}/twice.lua', '{here}/twice.ptx'], SUM, []),
    ('sbcl', [], ['sbcl', '--script', '{here}/twice.lisp'], ['bad 0 value 42'], []),
]
NEEDS = {'java': [JNA], 'node': ['/usr/include/node/node_api.h'], 'perl': ['/usr/lib/x86_64-linux-gnu/perl5/*/FFI/Platypus.pm', '/usr/share/perl5/FFI/Platypus.pm'],
         'ruby': ['/usr/lib/ruby/*/fiddle.rb', '/usr/lib/ruby/*/x86_64-linux*/fiddle.so']}


def have(name, commands):
    words = [next(word for word in command if word != 'env' and '=' not in word) for command in commands]
    there = all(shutil.which(word) for word in words if not word.startswith('{'))
    return there and (name not in NEEDS or any(glob.glob(pattern) for pattern in NEEDS[name]))


def place_of(frame):
    return '%s:%d' % (frame['file'], frame['line']) if frame['file'] else ''


def missing(stack, functions):
    """The first of [functions] that is not in [stack], in this order."""
    at = 0
    for wanted in functions:
        function, _, place = wanted.partition(' ')
        while at < len(stack) and not (function in (stack[at]['function'] or '') and place in place_of(stack[at])):
            at += 1
        if at == len(stack):
            return wanted
    return None


def judge(done, report, lines, functions, finding):
    """What is wrong, [] if nothing."""
    printed = done.stdout.split('\n')[:-1]
    wrong = [] if done.returncode == 0 else ['ends with %d: %s' % (done.returncode, done.stderr[-600:])]
    if printed[:len(lines) + 1] != lines + (['freed 1'] if finding == USE_AFTER_FREE else []):
        wrong.append('printed %s' % printed)
    if not os.path.exists(report):
        return wrong + ['no report']
    document = json.load(open(report))
    for names in glob.glob('/tmp/perf*-%d.map' % document['process']['pid']):       # the runtimes leave them behind
        os.unlink(names)
    left = glob.glob(os.path.join(os.path.dirname(report), 'perf*.map'))
    if left:
        wrong.append('leaves %s' % left)
    found = [f for f in document['findings'] if f['severity'] != 'note']
    if [(f['rule'], f['api'], f['argument']['name']) for f in found] != [finding]:
        return wrong + ['found %s' % [(f['rule'], f['api'], f['message']) for f in found]]
    absent = missing(found[0]['sites']['call'], functions)
    if absent:
        wrong.append('no frame of %s in %s' % (absent, [f['function'] or f['module'] for f in found[0]['sites']['call']]))
    return wrong


def run(args, name, builds, command, lines, functions, finding=USE_AFTER_FREE):
    names = {'here': HERE, 'work': args.work, 'lib': os.path.join(args.build, 'lib', 'inquest')}
    fill = lambda words: [word.format(**names) for word in words]
    if not have(name, builds + [command]):
        print('skip  %s: not installed' % name)
        return 'skipped'
    for build in builds:
        made = subprocess.run(fill(build), capture_output=True, text=True, timeout=300)
        if made.returncode:
            print('FAIL  %s: cannot be built: %s' % (name, (made.stdout + made.stderr)[-600:]))
            return 'failed'
    report = os.path.join(args.work, name + '.json')
    if os.path.exists(report):
        os.unlink(report)
    inquest = [os.path.join(args.build, 'bin', 'inquest'), '--device', 'soft', '--host-guard', 'always', '--format', 'json', '-o', report, '--']
    try:
        done = subprocess.run(inquest + fill(command), capture_output=True, text=True, timeout=120, cwd=args.work)
        wrong = judge(done, report, lines, functions, finding)
    except subprocess.TimeoutExpired:
        wrong = ['does not end']
    print('%-5s %s%s' % ('FAIL' if wrong else 'ok', name, ''.join('\n      ' + w for w in wrong)), flush=True)
    return 'failed' if wrong else 'passed'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--build', required=True)
    parser.add_argument('--work', required=True)
    parser.add_argument('-k', default='')
    args = parser.parse_args()
    args.build, args.work = os.path.abspath(args.build), os.path.abspath(args.work)
    os.makedirs(args.work, exist_ok=True)
    if not os.path.exists(os.path.join(args.build, 'lib', 'inquest', 'soft', 'libcuda.so.1')):
        print('no software device')
        return 77
    counts = {'passed': 0, 'failed': 0, 'skipped': 0}
    for host in HOSTS:
        if args.k not in host[0]:
            continue
        counts[run(args, *host)] += 1
    print('hosts: ' + ', '.join('%d %s' % (counts[word], word) for word in counts))
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())

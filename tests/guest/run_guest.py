#!/usr/bin/env python3
"""Interception tests: small programs reach a driver in every way there is, under the guest and without the launcher.

Checks what the program prints (it must not notice anything), how it ends, and which calls were seen from outside.
usage: run_guest.py --lib BUILD/lib/inquest --work FOLDER [--cc CC] [-k WORD] [--list]
"""
import argparse
import glob
import os
import re
import shutil
import signal
import site
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SKIP = 77
CASES = []


class Failure(Exception):
    pass


class Skip(Exception):
    pass


def case(function):
    CASES.append(function)
    return function


class Result:
    def __init__(self, status, out, calls, records, raw):
        self.status, self.out, self.calls, self.records, self.raw = status, out, calls, records, raw

    def messages(self):
        return [f.get(61, b'').decode() for kind, f in self.records if kind == 8]

    def runtime(self):
        states = [f[51].decode() for kind, f in self.records if kind == 7 and 51 in f]
        return states[-1] if states else None


def read_trace(path):
    """Records of a trace file as (type, {tag: last value})."""
    data = open(path, 'rb').read()
    used = struct.unpack_from('<Q', data, 16)[0]
    at, records = 64, []
    while at + 8 <= used:
        kind, size = struct.unpack_from('<II', data, at)
        fields, place = {}, at + 8
        while place + 8 <= at + 8 + size:
            tag, _, length = struct.unpack_from('<HHI', data, place)
            fields[tag] = data[place + 8:place + 8 + length]
            place += 8 + (length + 3) // 4 * 4
        records.append((kind, fields))
        at += 8 + (size + 7) // 8 * 8
    return records


class Bench:
    """Builds the programs and runs them under the guest."""

    def __init__(self, options):
        self.lib, self.work, self.cc = os.path.abspath(options.lib), os.path.abspath(options.work), options.cc
        self.nvcc = shutil.which('nvcc') or ('/usr/local/cuda/bin/nvcc' if os.path.exists('/usr/local/cuda/bin/nvcc') else None)
        os.makedirs(self.work, exist_ok=True)
        self.mini = self.path('driver', 'libcuda.so.1')
        os.makedirs(self.path('driver'), exist_ok=True)
        self.build(self.mini, ['mini_driver.c', 'mini_queue.c'], '-shared', '-fPIC', '-fvisibility=hidden', '-Wl,-soname,libcuda.so.1', '-Wl,-Bsymbolic')
        self.probe = self.build('probe', ['probe.c'])
        self.traps = self.build('traps', ['traps.c'], '-rdynamic')

    def path(self, *names):
        return os.path.join(self.work, *names)

    def build(self, name, sources, *flags, compiler=None):
        target = name if os.path.isabs(name) else self.path(name)
        inputs = [os.path.join(HERE, s) for s in sources]
        newest = max(os.path.getmtime(i) for i in inputs + [os.path.abspath(__file__)])
        if not os.path.exists(target) or os.path.getmtime(target) < newest:
            command = [compiler or self.cc, '-o', target] + inputs + list(flags)
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                raise Failure('cannot build %s: %s' % (name, done.stderr.strip()[-400:]))
        return target

    def cuda(self, name, *flags, source='kernel.cu'):
        if not self.nvcc:
            raise Skip('no nvcc')
        return self.build(name, [source], *flags, compiler=self.nvcc)

    def run(self, command, device='real', preload='', strace=None, **more):
        """Runs [command] under the guest.  device: real (the mini driver), soft, none (no driver) or plain (no guest)."""
        session = self.path('session')
        shutil.rmtree(session, ignore_errors=True)
        os.makedirs(session)
        env = {k: v for k, v in os.environ.items() if not k.startswith('INQUEST_')}
        env['MINI_DRIVER'] = self.mini
        lines = open(self.path('calls.txt'), 'w+b')
        writer = lines.fileno()
        if device != 'plain':
            guest = os.path.join(self.lib, 'libcuda.so.1')
            env.update(LD_PRELOAD=preload + guest, LD_LIBRARY_PATH=self.lib, LD_AUDIT=os.path.join(self.lib, 'libinquest-audit.so'),
                       INQUEST_SESSION=session, INQUEST_TRACE=str(writer), INQUEST_DEVICE='soft' if device == 'soft' else 'real')
            if device != 'soft':
                env['INQUEST_DRIVER'] = self.mini if device == 'real' else '/nonexistent/libcuda.so.1'
        env.update(more)
        done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=[writer], timeout=60)
        with lines:
            lines.seek(0)
            raw = lines.read().decode(errors='replace')
        calls = re.findall(r'^(?:\[?\d+\]? +)?(\w+)\(', raw, re.M)
        files = sorted(glob.glob(os.path.join(session, 'trace.*')))
        records = [r for f in files for r in read_trace(f)]
        result = Result(done.returncode, done.stdout.decode(), calls, records, raw + done.stderr.decode(errors='replace'))
        result.files = files
        return result


    def inquest(self, *words, **more):
        """Runs the launcher."""
        env = {k: v for k, v in os.environ.items() if not k.startswith('INQUEST_')}
        env['INQUEST_KERNEL_CACHE'] = self.path('kernel-cache')
        env.update(more)
        launcher = os.path.join(os.path.dirname(os.path.dirname(self.lib)), 'bin', 'inquest')
        done = subprocess.run([launcher] + list(words), env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
        return Result(done.returncode, done.stdout.decode(), [], [], done.stderr.decode(errors='replace'))


def expect(result, out=None, status=0, calls=()):
    if result.status != status:
        raise Failure('ended with %d, expected %d; printed %r %s' % (result.status, status, result.out, result.raw[-600:]))
    if out is not None and result.out.split('\n')[:-1] != out:
        raise Failure('printed %r, expected %r' % (result.out.split('\n')[:-1], out))
    for call in calls:
        if call not in result.calls:
            raise Failure('%s was not seen; seen: %s' % (call, result.calls))


# --- ways to the driver ----------------------------------------------------------------------------------------------

@case
def dlopen_by_soname(b):
    expect(b.run([b.probe, 'library']), ['init 0'], calls=['cuInit'])


@case
def dlopen_by_plain_name(b):
    expect(b.run([b.probe, 'plain']), ['init 0'], calls=['cuInit'])


@case
def dlopen_by_ctypes(b):
    code = 'import ctypes; print(ctypes.CDLL("libcuda.so").cuInit(0), ctypes.CDLL("libcuda.so.1").cuInit(0))'
    result = b.run([sys.executable, '-c', code])
    expect(result, ['0 0'], calls=['cuInit'])
    if result.calls.count('cuInit') != 2:
        raise Failure('seen %s' % result.calls)


@case
def dlopen_of_the_driver_by_its_path(b):
    expect(b.run([b.probe, 'path', b.mini]), ['init 0'], calls=['cuInit'])


@case
def dlsym_default(b):
    expect(b.run([b.probe, 'default']), ['default 1', 'init 0'], calls=['cuInit'])


@case
def dlsym_through_dlvsym(b):
    expect(b.run([b.probe, 'dlvsym']), ['old dlsym there', 'init 0'], calls=['cuInit'])


@case
def failing_lookups_keep_dlerror(b):
    expect(b.run([b.probe, 'failing']), ['none 1 error 1', 'printf 1', 'next 1'])


@case
def weak_symbol(b):
    expect(b.run([b.probe, 'weak']), ['weak 1', 'init 0'], calls=['cuInit'])


@case
def proc_address_old(b):
    expect(b.run([b.probe, 'address-old']), ['address 0 1', 'init 0'], calls=['cuInit', 'cuGetProcAddress'])


@case
def proc_address_asks_for_itself(b):
    expect(b.run([b.probe, 'address']), ['self 0 0 1', 'address 0 1', 'init 0'], calls=['cuInit', 'cuGetProcAddress_v2'])


@case
def proc_address_flags_choose_the_twin(b):
    result = b.run([b.probe, 'flags'])
    expect(result, ['init 0', 'twins 1 1', 'copies 0 0', 'future 42', 'missing 500'], calls=['cuMemcpyHtoD_v2', 'cuMemcpyHtoD_v2_ptds'])


@case
def function_without_a_row_passes(b):
    expect(b.run([b.probe, 'unknown']), ['future 42'])


@case
def program_linked_to_the_driver(b):
    b.build('libguest_lib.so', ['lib.c'], '-shared', '-fPIC', '-L' + b.path('driver'), '-l:libcuda.so.1')
    program = b.build('linked', ['linked.c'], '-DLINKED', '-L' + b.work, '-lguest_lib', '-Wl,-rpath,' + b.work,
                      '-Wl,-rpath-link,' + b.path('driver'))
    result = b.run([program])
    expect(result, ['direct 0', 'next 0'], calls=['cuInit'])
    if result.calls.count('cuInit') != 2:
        raise Failure('seen %s' % result.calls)


@case
def library_with_rpath_to_the_driver(b):
    library = b.build('librpath.so', ['lib.c'], '-shared', '-fPIC', '-L' + b.path('driver'), '-l:libcuda.so.1',
                      '-Wl,--disable-new-dtags,-rpath,' + b.path('driver'))
    program = b.build('opener', ['linked.c'])
    expect(b.run([program, library]), ['direct 0', 'next 0'], calls=['cuInit'])


@case
def library_opened_deep_bound(b):
    library = b.build('librpath.so', ['lib.c'], '-shared', '-fPIC', '-L' + b.path('driver'), '-l:libcuda.so.1',
                      '-Wl,--disable-new-dtags,-rpath,' + b.path('driver'))
    expect(b.run([b.build('opener', ['linked.c']), library, 'deep']), ['direct 0', 'next 0'], calls=['cuInit'])


@case
def no_driver_is_no_device(b):
    result = b.run([b.probe, 'library'], device='none')
    expect(result, ['init 100'], status=100)
    if not any('could not be loaded' in m for m in result.messages()):
        raise Failure('messages %s' % result.messages())


# --- the process -----------------------------------------------------------------------------------------------------

@case
def process_without_gpu_leaves_nothing(b):
    result = b.run([b.probe, 'nothing'])
    expect(result, [])
    if result.files:
        raise Failure('left %s' % result.files)


@case
def recycled_handles_are_parked(b):
    expect(b.run([b.probe, 'handles']), ['init 0', 'recycled 0'], calls=['cuStreamCreate'])


@case
def destroyed_context_never_reaches_the_driver(b):
    expect(b.run([b.probe, 'contexts']), ['init 0', 'live 0 0 0', 'destroy 0', 'dead 709 709 709 709', 'none 0', 'new 0', 'destroy 0'], calls=['cuCtxSetCurrent'])


def signal_case(b, mode):
    expect(b.run([b.probe, mode]), ['init 0', 'mine 1'] + ['seen 1 stack 1'] * 3 + ['default 1'])


@case
def handler_of_the_program_set_before(b):
    signal_case(b, 'signal-before')


@case
def handler_of_the_program_set_after(b):
    signal_case(b, 'signal-after')


@case
def crash_keeps_its_signal(b):
    result = b.run([b.probe, 'crash'], INQUEST_CONTAIN='no')
    expect(result, status=-signal.SIGSEGV)
    if not any(kind == 5 for kind, _ in result.records):
        raise Failure('no finding was written')


@case
def known_crash_is_contained(b):
    expect(b.run([b.probe, 'crash']), ['init 0'], status=1)


@case
def abort_keeps_its_signal(b):
    expect(b.run([b.probe, 'abort']), status=-signal.SIGABRT)


@case
def exit_without_handlers_is_recorded(b):
    result = b.run([b.probe, '_exit'])
    expect(result, ['init 0'], status=7)
    if not any(kind == 9 for kind, _ in result.records):
        raise Failure('no EXIT record')


def child_case(b, how):
    result = b.run([b.probe, 'child-%d' % how])
    if result.calls.count('cuInit') != 2:
        raise Failure('seen %s' % result.calls)
    if 'child 0' not in result.out or result.status:
        raise Failure('printed %r, status %d' % (result.out, result.status))
    if len(result.files) < 2:
        raise Failure('trace files: %s' % result.files)


@case
def child_fork_execve_clean_environment(b):
    child_case(b, 0)


@case
def child_vfork_execve_clean_environment(b):
    child_case(b, 1)


@case
def child_posix_spawn_clean_environment(b):
    child_case(b, 2)


@case
def child_execle_clean_environment(b):
    child_case(b, 3)


@case
def child_fork_only(b):
    child_case(b, 4)


@case
def exec_is_recorded(b):
    result = b.run([b.probe, 'exec'])
    expect(result, ['init 0', 'init 0'], calls=['cuInit'])
    if not any(kind == 10 and f.get(23, b'').endswith(b'probe') for kind, f in result.records):
        raise Failure('no EXEC record')


@case
def child_of_python_subprocess(b):
    code = 'import subprocess,sys; sys.exit(subprocess.run([%r, "library"], env={}).returncode)' % b.probe
    result = b.run([sys.executable, '-c', code])
    expect(result, ['init 0'])
    if len(result.files) != 1:      # the descriptor for call lines is closed on the way
        raise Failure('trace files: %s' % result.files)


# --- what others stumbled over: docs/interposition.md ---------------------------------------------------------------------

@case
def export_table_is_the_drivers_own(b):
    expect(b.run([b.traps, 'table']), ['table 0 1'], calls=['cuGetExportTable'])


@case
def name_that_an_old_driver_lacks(b):
    old = b.build(b.path('old_driver.so'), ['mini_driver.c'], '-shared', '-fPIC', '-fvisibility=hidden', '-DOLD_DRIVER',
                  '-Wl,-soname,libcuda.so.1', '-Wl,-Bsymbolic')
    expect(b.run([b.traps, 'old'], INQUEST_DRIVER=old), ['v2 0 error 1', 'old 1', 'init 0', 'still 0'])


@case
def library_with_names_like_the_drivers(b):
    other = b.build('libother.so', ['other.c'], '-shared', '-fPIC')
    result = b.run([b.traps, 'other', other])
    expect(result, ['init 0', 'own 42 blas 43 future 1'], calls=['cuInit'])
    if result.calls.count('cuInit') != 1:
        raise Failure('seen %s' % result.calls)


@case
def wrapper_that_the_user_preloads(b):
    user = b.build('libwraps.so', ['other.c'], '-shared', '-fPIC', '-DWRAPS')
    b.build('libguest_lib.so', ['lib.c'], '-shared', '-fPIC', '-L' + b.path('driver'), '-l:libcuda.so.1')
    program = b.build('linked', ['linked.c'], '-DLINKED', '-L' + b.work, '-lguest_lib', '-Wl,-rpath,' + b.work,
                      '-Wl,-rpath-link,' + b.path('driver'))
    result = b.run([program], preload=user + ':')
    expect(result, ['wrapped', 'direct 0', 'next 0'], calls=['cuInit'])


@case
def outputs_may_be_null(b):
    expect(b.run([b.traps, 'null']), ['init 0', 'info 0 0 0'], calls=['cuMemGetInfo_v2'])


@case
def call_left_by_longjmp(b):
    result = b.run([b.traps, 'jumps'])
    expect(result, ['init 0', 'copy 0'], calls=['cuMemcpyHtoD_v2'])


@case
def queries_are_counted_once(b):
    made = 1 + 1000 + 10 + 1 + 10 + 10 + 1
    for trace in ('-1', None):      # None: each is looked at, and a line of the trace
        result = b.run([b.traps, 'queries'], **({'INQUEST_TRACE': trace} if trace else {}))
        expect(result, ['init 0', 'queries 0 0 101'])
        counted = [int.from_bytes(f[50], 'little') for kind, f in result.records if kind == 7 and 50 in f][-1]
        failed = [f[106].decode() for kind, f in result.records if kind == 5 and 106 in f]
        if counted != made or failed != ['CUDA_ERROR_INVALID_DEVICE']:
            raise Failure('%d calls counted of %d; failed: %s' % (counted, made, failed))


@case
def no_lock_is_held_while_the_driver_works(b):
    expect(b.run([b.traps, 'blocked']), ['init 0', 'load 0 copy 0'], calls=['cuModuleLoadData', 'cuMemcpyDtoD_v2'])


@case
def first_calls_from_many_threads(b):
    for _ in range(10):
        result = b.run([b.traps, 'race'], INQUEST_TRACE='-1')
        expect(result, ['race 0'])
        if not any(kind == 7 for kind, _ in result.records):
            raise Failure('nothing was recorded')


@case
def hot_path_makes_no_system_call(b):
    result = b.run([b.traps, 'strict'], INQUEST_TRACE='-1', INQUEST_HOST_GUARD='off')      # guards are system calls
    if result.status == SKIP:
        raise Skip('no seccomp')
    expect(result, ['init 0', 'strict 0'])


@case
def children_of_a_cleared_environment(b):
    result = b.run([b.traps, 'cleared'])
    expect(result, ['init 0', 'system 0', 'init 0', 'popen 0 environ 1', 'init 0'])
    if len(result.files) != 3:
        raise Failure('trace files: %s' % result.files)


@case
def descriptors_closed_by_the_program(b):
    result = b.run([b.traps, 'closed'])
    expect(result, ['init 0', 'written 0'])
    if not any(kind == 5 for kind, _ in result.records):
        raise Failure('no finding was written')


@case
def constructor_that_waits_for_a_thread(b):
    library = b.build('libconstructing.so', ['constructing.c'], '-shared', '-fPIC')
    expect(b.run([b.traps, 'constructor', library]), ['init 0', 'constructed 0'], calls=['cuMemAlloc_v2', 'cuMemcpyHtoD_v2'])


@case
def library_of_the_user_stays_preloaded(b):
    user = b.build('libtold.so', ['told.c'], '-shared', '-fPIC')
    result = b.inquest('--device', 'soft', '--quiet', b.probe, 'library', LD_PRELOAD=user)
    expect(result, ['told', 'told', 'init 0'])          # the launcher is a program, too


@case
def tool_for_nvtx(b):
    """NVTX finds the guest, in children of a cleared environment too, but not instead of the user's tool."""
    own = os.path.join(b.lib, 'libcuda.so.1')
    show = 'echo $NVTX_INJECTION64_PATH; env -i /bin/sh -c "echo [\\$NVTX_INJECTION64_PATH]"'
    expect(b.inquest('--device', 'soft', '--quiet', 'sh', '-c', show), [own, '[%s]' % own])
    expect(b.inquest('--device', 'soft', '--quiet', 'sh', '-c', show, NVTX_INJECTION64_PATH='/their/tool.so'), ['/their/tool.so', '[]'])


@case
def probes_without_a_driver_find_none(b):
    if os.path.exists('/dev/nvidia0'):
        raise Skip('there is a driver')
    result = b.inquest('--device', 'real', b.probe, 'weak')
    expect(result, ['weak 0'])
    if 'nothing was checked' not in result.raw:
        raise Failure('said %s' % result.raw)
    expect(b.inquest('--device', 'real', b.probe, 'default'), ['default 0'])
    expect(b.inquest('--device', 'real', b.probe, 'library'), status=1)


@case
def program_linked_to_a_newer_driver(b):
    """Functions that a newer driver exports and the guest has no row for."""
    program = b.build('newer', ['newer.c'], '-L' + b.path('driver'), '-l:libcuda.so.1')
    result = b.inquest('--device', 'real', '--driver', b.mini, program, MINI_DRIVER=b.mini)
    expect(result, ['init 0', 'future 42'])


# --- sanitizers ------------------------------------------------------------------------------------------------------

def blame_case(b, way, blame, *said, out=(), not_said=(), **env):
    program = b.build('blame', ['blame.c'])
    result = b.run([program, way], INQUEST_BLAME=blame, **env)
    expect(result, [*out, 'launched 0', 'done 700'])
    causes = [f.get(112, b'').decode() for kind, f in result.records if kind == 5 and f.get(101) == b'earlier-fault']
    if len(set(causes)) != 1:
        raise Failure('findings: %s' % causes)
    for words, wanted in [(w, True) for w in said] + [(w, False) for w in not_said]:
        if (words in causes[0]) != wanted:
            raise Failure('%r: %s' % (words, causes[0]))


@case
def markers_name_the_launch_among_many(b):
    blame_case(b, 'many', '1', 'the first launch that did not complete is kernel<<<(77,1,1)', not_said=['suspects'])


@case
def without_markers_there_are_suspects(b):
    blame_case(b, 'many', '', 'suspects:')


@case
def markers_of_several_streams(b):
    blame_case(b, 'streams', '1', 'one on each stream: kernel<<<(3,1,1)', 'kernel<<<(5,1,1)', not_said=['<<<(4,1,1)', '<<<(1,1,1)', '<<<(2,1,1)'])


@case
def the_default_stream_waits_for_blocking_ones(b):
    blame_case(b, 'blocking', '1', 'did not complete is kernel<<<(3,1,1)', not_said=['<<<(5,1,1)', 'one of'])


@case
def what_waits_for_the_launch_is_innocent(b):
    blame_case(b, 'ordered', '1', 'the first launch that did not complete is kernel<<<(2,1,1)', not_said=['<<<(3,1,1)', 'one of'])


@case
def markers_of_an_idle_device_are_the_streams_own(b):
    # All but the first two, which come after something else, and the last two, which come while the device is behind.
    blame_case(b, 'idle', '1', 'did not complete is kernel<<<(22,1,1)', out=['beside 4'], not_said=['one of'])


@case
def serial_launches_name_the_launch(b):
    program = b.build('blame', ['blame.c'])
    result = b.run([program, 'streams'], INQUEST_BLAME='serial')
    expect(result, ['launched 700', 'done 700'])        # the next launch says it
    causes = [f.get(112, b'').decode() for kind, f in result.records if kind == 5 and f.get(101) == b'earlier-fault']
    if len(set(causes)) != 1 or 'did not complete is kernel<<<(3,1,1)' not in causes[0]:
        raise Failure('findings: %s' % causes)


@case
def a_fault_names_the_run_that_finds_the_statement(b):
    program = b.build('blame', ['blame.c'])
    result = b.run([program, 'many'], INQUEST_COMMAND_LINE=' ./blame many')
    fixes = [f.get(113, b'').decode() for kind, f in result.records if kind == 5 and f.get(101) == b'earlier-fault']
    wanted = ('run `inquest --kernel-checks=bounds ./blame many`, which shows the faulting statement; '
              'or run `inquest --blame ./blame many`, which identifies the launch')
    if not fixes or not all(wanted in fix for fix in fixes):
        raise Failure('findings: %s' % fixes)


def rerun(b, way, *options):
    """A run of the launcher with --rerun: its result, and which reports it wrote."""
    program, folder = b.build('blame', ['blame.c']), os.path.join(b.work, 'rerun')
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    result = b.inquest('--rerun', *options, '-o', os.path.join(folder, 'out.json'), '--device', 'real', '--driver', b.mini, program, way,
                       MINI_DRIVER=b.mini)
    return result, sorted(os.listdir(folder))


@case
def a_fault_makes_rerun_check(b):
    result, files = rerun(b, 'many')
    expect(result, ['launched 0', 'done 700'] * 2)
    if files != ['out.json', 'out.rerun.json'] or 'again with --kernel-checks=bounds' not in result.raw:
        raise Failure('%s: %s' % (files, result.raw))


@case
def without_a_fault_or_with_checks_there_is_no_rerun(b):
    for way, options in ('none', ()), ('many', ('--kernel-checks=bounds',)):
        result, files = rerun(b, way, *options)
        if files != ['out.json'] or result.out.count('launched') != 1:
            raise Failure('%s: %s' % (files, result.out))


@case
def captures_stay_what_they_are(b):
    # its executable graphs are mere numbers
    blame_case(b, 'capture', '1', 'did not complete is graph launched', out=['captured 2'], INQUEST_CONTAIN='no')


@case
def address_sanitizer_shared(b):
    library = subprocess.run(['gcc', '-print-file-name=libasan.so'], capture_output=True, text=True).stdout.strip()
    if not os.path.isabs(library):
        raise Skip('no libasan')
    program = b.build('probe_asan', ['probe.c'], '-fsanitize=address', compiler='gcc')
    # the runtime must come first, which is the launcher's business
    result = b.run([program, 'library'], preload=os.path.realpath(library) + ':', ASAN_OPTIONS='detect_leaks=0')
    expect(result, ['init 0'], calls=['cuInit'])


@case
def address_sanitizer_under_the_launcher(b):
    try:
        program = b.build('probe_asan', ['probe.c'], '-fsanitize=address', compiler='gcc')
    except Failure:
        raise Skip('no libasan')
    for mode, lines in (('library', ['init 0']), ('signal-before', ['init 0', 'mine 1'] + ['seen 1 stack 1'] * 3 + ['default 1'])):
        expect(b.inquest('--device', 'soft', '--quiet', program, mode, ASAN_OPTIONS='detect_leaks=0'), lines)


@case
def address_sanitizer_static(b):
    if not shutil.which('clang'):
        raise Skip('no clang')
    program = b.build('probe_asan_static', ['probe.c'], '-fsanitize=address', compiler='clang')
    expect(b.run([program, 'library'], ASAN_OPTIONS='detect_leaks=0'), ['init 0'], calls=['cuInit'])


# --- runtimes: what matters here is that the calls are seen; without a GPU the vendor's runtime answers 35 ---------------

RUNTIME = ['cudaMalloc', 'cudaGetLastError', 'cudaMemcpy']


@case
def static_runtime_by_detour(b):
    expect(b.run([b.cuda('k_static')], device='none'), ['malloc 35 launch 35 copy 35 value 0'], calls=RUNTIME)


@case
def library_of_the_driver_unseen_is_said(b):
    """A second copy of the driver in a namespace of its own cannot be intercepted: a clean report would lie."""
    result = b.run([b.probe, 'foreign', b.mini, '/dev/nvidiactl'])
    expect(result, ['init 0'])
    if not any('nothing was checked' in m for m in result.messages()):
        raise Failure('messages %s' % result.messages())


@case
def driver_that_is_only_asked_for_a_name_is_no_news(b):
    result = b.run(['python3', '-c', 'import ctypes; print(hasattr(ctypes.CDLL("libcuda.so.1"), "cuMemAlloc_v2"))'])
    expect(result, ['True'])
    if result.messages():
        raise Failure('messages %r for a program without calls' % result.messages())


@case
def shared_runtime_by_detour(b):
    expect(b.run([b.cuda('k_shared', '-cudart', 'shared', '-Xlinker', '-rpath,/usr/local/cuda/lib64')], device='none'),
           ['malloc 35 launch 35 copy 35 value 0'], calls=RUNTIME)


@case
def library_with_static_runtime_by_detour(b):
    library = b.cuda('libk.so', '-shared', '-Xcompiler', '-fPIC', '-DLIBRARY')
    result = b.run([b.build('opener', ['linked.c']), library], device='none')
    expect(result, ['malloc 35 launch 35 copy 35 value 0'], calls=RUNTIME)


@case
def stripped_static_runtime_is_hidden(b):
    program = b.cuda('k_stripped', '-Xlinker', '-s')
    result = b.run([program], device='none')
    expect(result, ['malloc 35 launch 35 copy 35 value 0'])
    if result.runtime() != 'hidden':
        raise Failure('runtime %s' % result.runtime())


@case
def stripped_static_runtime_on_soft_is_refused(b):
    program = b.cuda('k_stripped', '-Xlinker', '-s')
    result = b.run([program], device='soft')
    if not any('-cudart shared' in m for m in result.messages()):
        raise Failure('messages %s' % result.messages())


@case
def hidden_runtime_that_nobody_uses_is_no_news(b):
    """Extension modules of Python carry one beside the runtime that the program uses."""
    library = b.cuda('libk_stripped.so', '-shared', '-Xcompiler', '-fPIC', '-DLIBRARY', '-Xlinker', '-s')
    code = 'import ctypes, sys; ctypes.CDLL(sys.argv[1]); print(ctypes.CDLL("libcuda.so.1").cuInit(0))'
    result = b.run([sys.executable, '-c', code, library], device='soft')
    expect(result, ['0'], calls=['cuInit'])
    if result.runtime() != 'hidden' or result.messages():
        raise Failure('runtime %s, messages %s' % (result.runtime(), result.messages()))


@case
def runtime_of_nvidia_over_the_software_driver_is_refused(b):
    result = b.run([b.cuda('k_static')], INQUEST_DRIVER=os.path.join(b.lib, 'soft/libcuda.so.1'))
    if not any('private tables' in m and '--device real' in m for m in result.messages()):
        raise Failure('messages %s, printed %r' % (result.messages(), result.out))


def soft_case(b, program, *more):
    for part in ('soft/libcuda.so.1', 'soft/libinquest-cudart.so'):
        if not os.path.exists(os.path.join(b.lib, part)):
            raise Skip('no ' + part)
    expect(b.run([program] + list(more), device='soft'), ['malloc 0 launch 0 copy 0 value 42'], calls=RUNTIME)


@case
def static_runtime_on_soft(b):
    soft_case(b, b.cuda('k_static'))


@case
def shared_runtime_on_soft(b):
    soft_case(b, b.cuda('k_shared', '-cudart', 'shared', '-Xlinker', '-rpath,/usr/local/cuda/lib64'))


@case
def library_with_static_runtime_on_soft(b):
    library = b.cuda('libk.so', '-shared', '-Xcompiler', '-fPIC', '-DLIBRARY')
    soft_case(b, b.build('opener', ['linked.c']), library)


def older_runtimes():
    """Shared runtimes before 13 that Python wheels (nvidia-cuda-runtime-cu12, -cu11) brought: (version, file)."""
    for folder in site.getsitepackages() + [site.getusersitepackages()] + glob.glob('/usr/local/lib/python3*/dist-packages'):
        for info in glob.glob(os.path.join(folder, 'nvidia_cuda_runtime_cu1[12]-*.dist-info')):
            major, minor = re.search(r'-(\d+)\.(\d+)[^-]*\.dist-info', info).groups()
            for path in glob.glob(os.path.join(folder, 'nvidia', 'cuda_runtime', 'lib', 'libcudart.so.%s*' % major)):
                yield int(major) * 1000 + int(minor) * 10, path


@case
def older_shared_runtimes(b):
    """11.8 and 12.x are intercepted on either kind of device and answer with their own version on the software device."""
    found = list(older_runtimes())
    if not found:
        raise Skip('no wheel of an older runtime')
    program = b.build('runtime', ['runtime.c'])
    for version, path in found:
        calls = ['cudaRuntimeGetVersion', 'cudaMalloc', 'cudaMemcpy']
        expect(b.run([program, path], device='soft'), ['version %d malloc 0 copy 0 0 value 42' % version], calls=calls)
        expect(b.run([program, path], device='none'), calls=calls)


@case
def relocatable_code_is_linked_on_soft(b):
    """The image that nvcc linked is machine code only; its PTX lies beside it, so nothing is missing."""
    program = b.cuda('k_rdc', '-rdc=true')
    soft_case(b, program)
    launcher = os.path.join(b.lib, '..', '..', 'bin', 'inquest')
    done = subprocess.run([launcher, '--device', 'soft', program], capture_output=True, text=True, timeout=60)
    if done.returncode or 'PTX' in done.stderr:
        raise Failure('ended with %d, said %r' % (done.returncode, done.stderr))


@case
def nvrtc_hands_out_ptx_on_soft_only(b):
    program, fake = b.build('compilers', ['compilers.c']), b.build('libnvrtc.so.99', ['fake_nvrtc.c'], '-shared', '-fPIC', '-Wl,-soname,libnvrtc.so.99')
    expect(b.run([program, 'fake', fake], device='soft'), ['0 0 74 PTX'])
    expect(b.run([program, 'fake', fake]), ['0 0 18 machine code'])
    direct = b.build('linked_nvrtc', ['compilers.c'], fake, '-Wl,-rpath,' + b.work, '-Wl,--no-as-needed')
    expect(b.run([direct, 'fake', fake], device='soft'), ['0 0 74 PTX'])


def checked(b, *words, accesses=0, why='', out=None, **more):
    """Runs a program with --kernel-checks on the software driver, which stands for a GPU: [accesses] of its kernel are wrong, or it is
    not checked because of [why]."""
    soft = os.path.join(b.lib, 'soft', 'libcuda.so.1')
    result = b.inquest('--device', 'real', '--driver', soft, '--kernel-checks=bounds', *words, **more)
    expect(result, out)
    if result.raw.count('error: [kernel-out-of-bounds]') != accesses:
        raise Failure(result.raw)
    if ('%d of 1 launches were checked inside' % (not why)) not in result.raw or why not in result.raw:
        raise Failure(result.raw)
    return result


def toolkit_case(b, way, *lines):
    if not b.nvcc:
        raise Skip('no nvcc')
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(b.nvcc))), 'lib64')
    libraries = [next(iter(sorted(glob.glob(os.path.join(folder, name + '.so.[0-9]*')))), None) for name in ('libnvrtc', 'libnvJitLink')]
    if not all(libraries):
        raise Skip('no NVRTC or no nvJitLink')
    runtime = [path for path in [os.path.join(folder, 'libcudadevrt.a')] if os.path.exists(path)]
    command = [b.build('compilers', ['compilers.c']), way, *libraries, *runtime]
    lines += ('loaded 0 launched 0 value 42',)
    expect(b.inquest('--device', 'soft', '--error-exitcode', '9', *command), [*lines])
    checked(b, *command, out=[*lines])
    checked(b, *command, out=[*lines], accesses=1, THREADS='33')


@case
def code_of_nvrtc_runs_on_soft_and_is_checked(b):
    toolkit_case(b, 'nvrtc', 'compiled 0 0 0')


@case
def code_of_nvjitlink_runs_on_soft_and_is_checked(b):
    toolkit_case(b, 'link', 'one 0 0', 'compiled 0 0 0', 'compiled 0 0 0', 'linked 0 0 0 0 0 0 0, nonsense refused')


@case
def code_optimised_at_link_time_runs_on_soft_and_is_checked(b):
    toolkit_case(b, 'lto', 'one 0 0', 'compiled 0 0 0', 'compiled 0 0 0', 'linked 0 0 0 0 0 0 0, nonsense refused')


@case
def code_optimised_at_link_time_with_other_code_runs_on_soft_and_is_checked(b):
    toolkit_case(b, 'mixed', 'one 0 0', 'compiled 0 0 0', 'compiled 0 0 0', 'linked 0 0 0 0 0 0 0, nonsense refused')


def write(path, data, when=None):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file:
        file.write(data)
    if when:
        os.utime(path, (when, when))


@case
def code_that_a_program_has_stored_is_checked(b):
    if not b.nvcc:
        raise Skip('no nvcc')
    folder, cache = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(b.nvcc))), 'lib64'), b.path('stored')
    library = next(iter(sorted(glob.glob(os.path.join(folder, 'libnvrtc.so.[0-9]*')))), None)
    if not library:
        raise Skip('no NVRTC')
    shutil.rmtree(cache, ignore_errors=True)
    program, loader, cubin = b.build('compilers', ['compilers.c']), b.build('image', ['image.c']), b.path('stored.cubin')
    lines = ['compiled 0 0 0', 'loaded 0 launched 0 value 42']
    run = dict(INQUEST_KERNEL_CACHE=cache, STORE=cubin)
    checked(b, program, 'nvrtc', library, library, out=lines, **run)
    checked(b, loader, cubin, '33', accesses=1, **run)
    entries = glob.glob(cache + '/*')
    if len(entries) != 1 or os.stat(cache).st_mode & 0o77 or os.stat(entries[0]).st_mode & 0o77:
        raise Failure('in the cache: %s' % entries)
    whole = open(entries[0], 'rb').read()
    for bad in whole[:-9], whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:], b'', b'x' * 100000:
        write(entries[0], bad)
        result = b.inquest('--device', 'real', '--driver', os.path.join(b.lib, 'soft', 'libcuda.so.1'), '--kernel-checks=bounds', loader, cubin,
                           '33', **run)
        if not result.out.startswith('loaded 2'):       # machine code, which the software driver does not run
            raise Failure('%s %s' % (result.out, result.raw))
        checked(b, program, 'nvrtc', library, library, out=lines, **run)        # makes it anew
        if open(entries[0], 'rb').read() != whole:
            raise Failure('the entry was not made anew')
    for place in 'no', '/proc/nowhere', '/dev/full', b.path('stored.cubin'):
        run['INQUEST_KERNEL_CACHE'] = place
        checked(b, program, 'nvrtc', library, library, out=lines, accesses=1, THREADS='33', **{k: v for k, v in run.items() if k != 'STORE'})


@case
def instrumented_text_is_taken_from_the_cache(b):
    head = '.version 7.5\n.target sm_75\n.address_size 64\n.file 1 "k.cu"\n.global .align 4 .b8 table[64];\n' + '// padding\n' * 2000
    access = ' .loc 1 7 1\n st.global.u32 [d2], r1;\n'
    code = ('.visible .entry k(.param .u64 x) {\n .reg .b32 r<3>; .reg .b64 d<4>; ld.param.u64 d0, [x]; mov.u32 r0, %tid.x; mul.lo.u32 r1, r0, 3;\n'
            ' mul.wide.u32 d1, r0, 4; add.s64 d2, d0, d1;\n' + access + ' ret; }\n')
    image, cache, program = b.path('padded.ptx'), b.path('texts'), b.build('image', ['image.c'])
    shutil.rmtree(cache, ignore_errors=True)
    write(image, (head + code).encode())
    def run(threads, accesses):
        out = ['loaded 0 launched 0 value 42']
        return re.sub('0x[0-9a-f]+', '', checked(b, program, image, threads, out=out, accesses=accesses, INQUEST_KERNEL_CACHE=cache).raw)
    first = run('33', 1)
    entry, = glob.glob(cache + '/*')
    whole = open(entry, 'rb').read()
    old = os.stat(entry).st_mtime_ns
    os.utime(entry, (1, 1))
    if run('33', 1) != first or 'k.cu:7' not in first:
        raise Failure('not the same from the cache: ' + first)
    if os.stat(entry).st_mtime_ns < old:
        raise Failure('the entry was not taken')
    run('32', 0)
    for bad in whole[:1000], whole.replace(b'st.global', b'ld.global'), b'':
        write(entry, bad)
        if run('33', 1) != first or os.path.getsize(entry) != len(whole):
            raise Failure('the entry was not made anew')
    write(image, (head + code.replace('r1, r0, 3', 'r1, r0, 4')).encode())
    if b.inquest('--device', 'real', '--driver', os.path.join(b.lib, 'soft', 'libcuda.so.1'), '--kernel-checks=bounds', program, image, '32',
                 INQUEST_KERNEL_CACHE=cache).out != 'loaded 0 launched 0 value 56\n' or len(glob.glob(cache + '/*')) != 2:
        raise Failure('another text was taken for the same one')


@case
def code_in_the_cache_of_triton_is_checked(b):
    image, program, cache = {}, b.build('image', ['image.c']), b.path('triton')
    for kind in 'ptx', 'cubin':
        image[kind] = open(b.cuda('k.' + kind, '-' + kind, '-arch=sm_90', source='k.cu'), 'rb').read()
    shutil.rmtree(cache, ignore_errors=True)
    write(os.path.join(cache, 'OTHER', 'k.cubin'), image['cubin'][:-1] + b'x')
    write(os.path.join(cache, 'OTHER', 'k.ptx'), b'nonsense')
    os.makedirs(os.path.join(cache, 'OPEN', 'k.cubin'))
    cubin, ptx = (os.path.join(cache, 'RIGHT', 'k.' + kind) for kind in ('cubin', 'ptx'))
    write(cubin, image['cubin'], 2000)
    run = dict(TRITON_CACHE_DIR=cache)
    for text, when, why in ((image['ptx'], 1000, ''), (image['ptx'], 3000, 'no PTX that is known'), (b'.version garbage', 1000, 'no PTX that is known'),
                            (image['ptx'].replace(b' k(', b' other('), 1000, 'no PTX that is known'),
                            (image['ptx'].replace(b'sm_90', b'sm_80'), 1000, 'no PTX that is known')):
        write(ptx, text, when)
        # the software driver, which stands for the GPU, runs no machine code
        if why:
            result = b.inquest('--device', 'real', '--driver', os.path.join(b.lib, 'soft', 'libcuda.so.1'), '--kernel-checks=bounds', program,
                               b.path('k.cubin'), '32', **run)
            if not result.out.startswith('loaded 2'):
                raise Failure('%s %s' % (result.out, result.raw))
            continue
        checked(b, program, b.path('k.cubin'), '32', out=['loaded 0 launched 0 value 42'], **run)
        checked(b, program, b.path('k.cubin'), '33', accesses=1, **run)


@case
def code_that_a_child_makes_with_ptxas_is_checked(b):
    ptxas = b.nvcc and os.path.join(os.path.dirname(os.path.realpath(b.nvcc)), 'ptxas')
    if not ptxas or not os.path.exists(ptxas):
        raise Skip('no ptxas')
    program, made, cache = b.build('image', ['image.c']), b.path('by_ptxas.cubin'), b.path('by_ptxas')
    text = b.cuda('k.ptx', '-ptx', '-arch=sm_90', source='k.cu')
    # as XLA and Triton call it
    for words in ('%s -o %s -arch=sm_90 -v' % (text, made), '-lineinfo --gpu-name=sm_90 %s --output-file=%s' % (text, made)):
        shutil.rmtree(cache, ignore_errors=True)
        for threads, accesses in ('32', 0), ('33', 1):
            checked(b, 'sh', '-c', '%s %s 2>/dev/null && exec %s %s %s' % (ptxas, words, program, made, threads), accesses=accesses,
                    out=['loaded 0 launched 0 value 42'], INQUEST_KERNEL_CACHE=cache)
    # a failed compilation keeps nothing, whatever lies at its output
    shutil.rmtree(cache, ignore_errors=True)
    write(b.path('wrong.ptx'), b'.version 7.5\n.target sm_75\n.address_size 64\nnonsense\n')
    b.inquest('--device', 'real', '--driver', os.path.join(b.lib, 'soft', 'libcuda.so.1'), '--kernel-checks=bounds',
              'sh', '-c', '%s -o %s %s 2>/dev/null; true' % (ptxas, made, b.path('wrong.ptx')), INQUEST_KERNEL_CACHE=cache)
    if glob.glob(cache + '/*'):
        raise Failure('something was kept')


def relocatable(b, name, *libraries):
    """A program of one object with -rdc=true, over our runtime: the software driver in a GPU's place has not the tables that NVIDIA's asks for."""
    runtime = os.path.join(b.lib, 'soft', 'libinquest-cudart.so')
    part = b.cuda(name + '.o', '-c', '-rdc=true', '-arch=sm_90', source=name + '.cu')
    whole = b.path(name + '_linked.o')
    subprocess.run([b.nvcc, '-dlink', '-arch=sm_90', part, '-o', whole, *libraries], check=True)
    return b.build(name, [part, whole], *libraries, runtime, '-Wl,-rpath,' + os.path.dirname(runtime), compiler='g++')


@case
def kernels_that_launch_kernels_run_as_they_are(b):
    if not b.nvcc:
        raise Skip('no nvcc')
    library = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(b.nvcc))), 'lib64', 'libcudadevrt.a')
    if not os.path.exists(library):
        raise Skip('no libcudadevrt.a')
    checked(b, relocatable(b, 'parent', library), out=['9 93'], why='its kernels launch kernels')


@case
def programs_of_relocatable_code_are_checked(b):
    program = relocatable(b, 'parts')
    checked(b, program, out=['21 217'])
    checked(b, program, '33', out=['21 217'], accesses=1)


@case
def static_runtime_where_mprotect_is_refused(b):
    sealed = b.build('sealed', ['sealed.c'])
    result = b.run([sealed, b.cuda('k_static')], device='none')
    if result.status == SKIP:
        raise Skip('no seccomp')
    expect(result, ['malloc 35 launch 35 copy 35 value 0'], calls=RUNTIME)


@case
def library_with_a_runtime_opened_again(b):
    library = b.cuda('libk.so', '-shared', '-Xcompiler', '-fPIC', '-DLIBRARY')
    result = b.run([b.traps, 'reopen', library], device='soft')
    expect(result, ['malloc 0 launch 0 copy 0 value 42'] * 5 + ['reopened 0'], calls=RUNTIME)
    if result.calls.count('cudaMalloc') != 5:
        raise Failure('seen %s' % result.calls)


@case
def libraries_with_a_runtime_opened_while_threads_call(b):
    libraries = [b.cuda('libk%d.so' % i, '-shared', '-Xcompiler', '-fPIC', '-DLIBRARY', '-DNUMBER=%d' % i) for i in range(3)]
    result = b.run([b.traps, 'crowd'] + libraries, device='soft', INQUEST_TRACE='-1')
    expect(result, ['malloc 0 launch 0 copy 0 value 42'] * 3 + ['crowd 0'])


def squeezed_case(b, device, line):
    library = b.cuda('libk.so', '-shared', '-Xcompiler', '-fPIC', '-DLIBRARY')
    result = b.run([b.build('squeezed', ['squeezed.c']), library], device=device)
    expect(result, ['squeezed 1', line], calls=RUNTIME)
    if result.runtime() != 'patched':
        raise Failure('runtime %s' % result.runtime())


@case
def library_with_a_runtime_where_nothing_is_free_nearby(b):
    squeezed_case(b, 'none', 'malloc 35 launch 35 copy 35 value 0')


@case
def library_with_a_runtime_where_nothing_is_free_nearby_on_soft(b):
    squeezed_case(b, 'soft', 'malloc 0 launch 0 copy 0 value 42')


def signal_stack_case(b, mode, lines, status):
    driver = os.path.join(b.lib, 'soft', 'libcuda.so.1')
    if not os.path.exists(driver):
        raise Skip('no software driver')
    program = b.build('altstack', ['altstack.c'], driver, '-lpthread')
    result = b.run([program, mode], device='soft', INQUEST_HOST_GUARD='always', INQUEST_SCHEDULE='late')
    expect(result, lines, status=status)
    return result


@case
def signal_stack_of_usual_size_is_enough_for_a_guard(b):
    result = signal_stack_case(b, 'early', ['bad 0 sum 0'], 0)
    if b'host-read-in-flight' not in [f.get(101) for kind, f in result.records if kind == 5]:
        raise Failure('the early read was not reported')


@case
def signal_stack_of_usual_size_is_enough_for_a_crash(b):
    signal_stack_case(b, 'deep', ['bad 0 sum 0', 'handled'], 7)


@case
def faulthandler_of_python(b):
    code = 'import ctypes; print(ctypes.CDLL("libcuda.so.1").cuInit(0), flush=True); ctypes.string_at(16)'
    result = b.run([sys.executable, '-X', 'faulthandler', '-c', code])
    expect(result, ['0'], status=-signal.SIGSEGV, calls=['cuInit'])
    if 'Fatal Python error: Segmentation fault' not in result.raw:
        raise Failure('faulthandler said nothing: %s' % result.raw[-300:])


def static_case(b, device, **more):
    build = os.path.dirname(os.path.dirname(b.lib))
    archive, driver = os.path.join(build, 'lib', 'libtestcudart.a'), os.path.join(b.lib, 'soft', 'libcuda.so.1')
    if not os.path.exists(archive) or not os.path.exists(driver):
        raise Skip('no software runtime')
    root = os.path.dirname(os.path.dirname(HERE))
    program = b.build('static_test', ['static.c'], '-D_GNU_SOURCE', '-I' + os.path.join(root, 'tests', 'include'), '-I' + os.path.join(root, 'api'),
                      '-I' + os.path.join(build, 'gen'), archive, '-lpthread', '-ldl', '-lm')
    result = b.run([program], device=device, **({'INQUEST_DRIVER': driver} if device == 'real' else {}))
    expect(result, ['malloc 0 copies 0 0 free 0 bad 21 last 21 version 13000 value 42'], calls=['cudaMalloc', 'cudaMemcpy', 'cudaFree'])
    if result.runtime() != 'patched':
        raise Failure('runtime %s' % result.runtime())


@case
def own_static_runtime_by_detour_over_a_working_driver(b):
    static_case(b, 'real')


@case
def own_static_runtime_replaced(b):
    static_case(b, 'soft')


def reopened_case(b, device, **more):
    build = os.path.dirname(os.path.dirname(b.lib))
    archive, driver = os.path.join(build, 'lib', 'libtestcudart.a'), os.path.join(b.lib, 'soft', 'libcuda.so.1')
    if not os.path.exists(archive) or not os.path.exists(driver):
        raise Skip('no software runtime')
    root = os.path.dirname(os.path.dirname(HERE))
    library = b.build('reopened.so', ['reopened.c'], '-DLIBRARY', '-shared', '-fPIC', '-D_GNU_SOURCE', '-I' + os.path.join(root, 'tests', 'include'), '-I' + os.path.join(root, 'api'),
                      '-I' + os.path.join(build, 'gen'), '-Wl,--whole-archive', archive, '-Wl,--no-whole-archive', '-lpthread', '-ldl', '-lm')
    program = b.build('reopened', ['reopened.c'], '-ldl')
    result = b.run([program, library], device=device, **({'INQUEST_DRIVER': driver} if device == 'real' else {}))
    expect(result, ['grown by little'], calls=['cudaMalloc', 'cudaFree'])
    if result.calls.count('cudaMalloc') != 230:
        raise Failure('%d of 230 calls were seen' % result.calls.count('cudaMalloc'))


@case
def runtime_opened_again_by_detour_does_not_grow(b):
    reopened_case(b, 'real')


@case
def runtime_opened_again_and_replaced_does_not_grow(b):
    reopened_case(b, 'soft')


# --- cost ------------------------------------------------------------------------------------------------------------

@case
def start_up_costs_little(b):
    """Median processor time of interleaved runs of a program that never touches a GPU.  A bare process is the measure: it costs about as much
    as what is added."""
    program = shutil.which('true')
    env = dict(os.environ)
    guest = dict(env, LD_PRELOAD=os.path.join(b.lib, 'libcuda.so.1'), LD_LIBRARY_PATH=b.lib, LD_AUDIT=os.path.join(b.lib, 'libinquest-audit.so'))
    times = ([], [])
    for _ in range(60):
        for which, environment in enumerate((env, guest)):
            used = os.wait4(os.posix_spawn(program, ['true'], environment), 0)[2]
            times[which].append(used.ru_utime + used.ru_stime)
    bare, guarded = (sorted(runs)[30] * 1e3 for runs in times)
    print('       a process without GPU: %.2f ms, with the guest %.2f ms' % (bare, guarded))
    if guarded > 5 * bare:
        raise Failure('%.2f ms instead of %.2f ms' % (guarded, bare))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--lib', required=True)
    parser.add_argument('--work', required=True)
    parser.add_argument('--cc', default='gcc')
    parser.add_argument('-k', default='')
    parser.add_argument('--list', action='store_true')
    options = parser.parse_args()
    chosen = [c for c in CASES if options.k in c.__name__]
    if options.list:
        print('\n'.join(c.__name__ for c in chosen))
        return 0
    if not os.path.exists(os.path.join(options.lib, 'libcuda.so.1')):
        print('no guest library in ' + options.lib)
        return SKIP
    bench, counts = Bench(options), {'passed': 0, 'failed': 0, 'skipped': 0}
    for test in chosen:
        try:
            test(bench)
            counts['passed'] += 1
            print('ok    ' + test.__name__)
        except Skip as why:
            counts['skipped'] += 1
            print('skip  %s: %s' % (test.__name__, why))
        except (Failure, subprocess.TimeoutExpired) as why:
            counts['failed'] += 1
            print('FAIL  %s: %s' % (test.__name__, why))
        sys.stdout.flush()
    print('guest: ' + ', '.join('%d %s' % (counts[word], word) for word in counts))
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())

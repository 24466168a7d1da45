#!/usr/bin/env python3
"""Compares api/ with the vendor's headers and libraries where they are installed; exit status 77 where they are not.

  truth.py --source DIR [--cc CC] [--cuda DIR]

1. sizes, offsets and constants: two programs, one with our ABI headers and one with the vendor's, print the same facts
2. prototypes: the vendor's header and our prototypes in one translation unit; a contradiction is a compile error
3. names: what libcudart.so.13 and the stub of libcuda.so export is in the table or in ignored.txt, and the other way round
The toolkit is that of CUDA 13.0, of which the table has every symbol.  Rows of a later version are left out there; their prototypes
are compared with the headers that IQ_CUDA_NEWER_INCLUDE names.  Headers of older runtimes are compared too if IQ_CUDART12_INCLUDE or
IQ_CUDART11_INCLUDE name them, and the exports of a driver that IQ_LIBCUDA names.
"""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

TOOLKIT = 13000
INTEROP = re.compile(r'GL|EGL|[eE]gl|VDPAU')
OLD_ONLY = {'surfaceReference', 'textureReference', 'cudaLaunchParams', 'cudaTextureDesc_v2', 'cudaExternalSemaphoreSignalParams_v1',
            'cudaExternalSemaphoreWaitParams_v1', 'cudaOutputMode', 'cudaOutputMode_t'}
OLD_CONSTANTS = {'cudaKeyValuePair', 'cudaCSV', 'cudaDevAttrCooperativeMultiDeviceLaunch', 'cudaCGScopeMultiGrid'}


def read(path):
    with open(path, encoding='utf-8') as f:
        return f.read()


def find_cuda(option):
    for base in filter(None, (option, os.environ.get('CUDA_HOME'), '/usr/local/cuda', '/usr/lib/cuda')):
        header = os.path.join(base, 'include', 'cuda.h')
        if os.path.exists(header) and re.search(r'#define CUDA_VERSION %d\b' % TOOLKIT, read(header)):
            return base
    return None


def matching(text, start):
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == '{') - (text[i] == '}')
        if depth == 0:
            return i
    raise ValueError('unbalanced')


def field_paths(body, prefix=''):
    """Designators of all fields of a struct body in our compact form."""
    out, pos = [], 0
    while pos < len(body):
        m = re.compile(r'\s*(?:(struct|union)(?: \w+)? \{)').match(body, pos)
        if m:
            close = matching(body, m.end() - 1)
            end = body.index(';', close)
            name = body[close + 1:end].strip().split('[')[0]
            out += field_paths(body[m.end():close], prefix + name + '.' if name else prefix)
            if name:
                out.append(prefix + name)
            pos = end + 1
            continue
        end = body.find(';', pos)
        if end < 0:
            break
        decl = body[pos:end]
        pos = end + 1
        if ':' in decl:
            continue
        m = re.search(r'\(\*(\w+)\)', decl)
        names = [m.group(1)] if m else [re.search(r'(\w+)(?:\[[^\]]*\])*$', d.strip()).group(1) for d in decl.split(',')]
        out += [prefix + n for n in names]
    return out


def abi_facts(text, wanted):
    """(C expressions, labels) about every struct and constant of an ABI header."""
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.S)
    facts = []
    for m in re.finditer(r'^(typedef )?(struct|union) ?(\w*) ?\{', text, re.M):
        close = matching(text, m.end() - 1)
        name = text[close + 1:text.index(';', close)].strip()
        spelled = name if m.group(1) else '%s %s' % (m.group(2), m.group(3))
        plain = spelled.split()[-1]
        if not wanted(plain):
            continue
        facts.append(('sizeof(%s)' % spelled, 'sizeof ' + spelled))
        for path in field_paths(text[m.end():close]):
            facts.append(('offsetof(%s, %s)' % (spelled, path), 'offset %s.%s' % (spelled, path)))
    for m in re.finditer(r'enum (?:\w+ )?\{([^}]*)\}', text):
        for name in re.findall(r'(\w+) = ', m.group(1)):
            if wanted(name) and name not in OLD_CONSTANTS:
                facts.append(('(long long)' + name, name))
    for name in re.findall(r'^#define (\w+) [\w(]', text, re.M):
        if wanted(name):
            facts.append(('(long long)(uintptr_t)' + name, name))
    return facts


def program(includes, facts):
    lines = ''.join('    printf("%s = %%lld\\n", (long long)%s);\n' % (label, expr) for expr, label in facts)
    return '#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n%s\nint main(void)\n{\n%s    return 0;\n}\n' % (includes, lines)


class Checker:
    def __init__(self, cc, folder):
        self.cc, self.folder, self.failures, self.count = cc, folder, 0, 0

    def fail(self, text):
        self.failures += 1
        print('truth: ' + text)

    def compile(self, name, text, flags, link=True):
        source = os.path.join(self.folder, name + '.c')
        with open(source, 'w', encoding='utf-8') as f:
            f.write(text)
        target = os.path.join(self.folder, name)
        command = [self.cc, '-std=gnu11', '-w', '-O0', *flags, source] + (['-o', target] if link else ['-fsyntax-only'])
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            self.fail('%s does not compile:\n%s' % (name, done.stderr[:3000]))
            return None
        return target

    def same_facts(self, name, facts, ours, theirs):
        """[ours] and [theirs] are (include lines, flags, rename)."""
        results = []
        for side, (includes, flags, rename) in (('ours', ours), ('theirs', theirs)):
            target = self.compile('%s_%s' % (name, side), program(includes, [(rename(e), l) for e, l in facts]), flags)
            if not target:
                return
            results.append(subprocess.run([target], capture_output=True, text=True, check=True).stdout.splitlines())
        self.count += len(facts)
        for a, b in zip(*results):
            if a != b:
                self.fail('ours "%s", theirs "%s"' % (a, b))


def exported(library):
    out = subprocess.run(['nm', '-D', '--defined-only', library], capture_output=True, text=True).stdout
    return {line.split()[-1].split('@')[0] for line in out.splitlines() if line.split()[-2:-1] and line.split()[-2] in 'TWA'}


def check_names(check, rows, cuda):
    ignored = {line.split()[0] for line in read(os.path.join(os.path.dirname(__file__), 'ignored.txt')).splitlines()
               if line and not line.startswith('#')}
    for api, patterns in (('cudart', ['lib64/libcudart.so.13']), ('cuda', ['lib64/stubs/libcuda.so', 'lib/stubs/libcuda.so']),
                          ('cuda', [os.environ.get('IQ_LIBCUDA', 'none')])):
        library = next((p for p in (os.path.join(cuda, x) for x in patterns) if os.path.exists(p)), None)
        if not library:
            continue
        names = exported(library)
        table = {r.symbol for r in rows if r.api == api}
        for name in sorted(n for n in names - table - ignored if not n.startswith('cudbg')):
            check.fail('%s exports %s: no row' % (library, name))
        current = {r.symbol for r in rows if r.api == api and not r.until and not INTEROP.search(r.symbol)}
        for name in sorted(current - names):
            check.fail('%s: row without an export of %s' % (name, library))
        check.count += len(names)


def check_older(check, source, facts, major):
    include = os.environ.get('IQ_CUDART%d_INCLUDE' % major)
    if not include:
        return
    suffix = '_v%d' % major
    mine = [f for f in facts if re.search(r'\b\w+%s\b' % suffix, f[0])]
    check.same_facts('older%d' % major, mine, ('#include "abi/cudart_abi.h"', ['-I' + os.path.join(source, 'api')], lambda e: e),
                     ('#include <cuda_runtime_api.h>', ['-I' + include], lambda e: re.sub(suffix + r'\b', '', e)))


def check_prototypes(check, name, rows, flags):
    """The rows behind the vendor's headers that [flags] name."""
    rows = [r for r in rows if not r.until and not INTEROP.search(r.cname)]
    for api, includes in (('cuda', '#define __CUDA_API_VERSION_INTERNAL\n#include <cuda.h>\n#include <cudaProfiler.h>\n'),
                          ('cudart', '#include <cuda_runtime_api.h>\n#include <cuda_profiler_api.h>\n')):
        protos = [r.prototype() + ';\n' for r in rows if r.api == api and not (api == 'cudart' and r.twin)]
        check.compile('%s_%s' % (api, name), includes + ''.join(protos), flags, link=False)
        check.count += len(protos)


def check_cuda(check, source, api, rows, mine, cuda):
    vendor = ['-I' + os.path.join(cuda, 'include')]
    driver = abi_facts(read(os.path.join(api, 'abi', 'cuda_abi.h')), lambda n: not INTEROP.search(n))
    check.same_facts('driver', driver, ('#include "abi/cuda_abi.h"', mine, lambda e: e),
                     ('#define __CUDA_API_VERSION_INTERNAL\n#include <cuda.h>\n#include <cudaProfiler.h>', vendor, lambda e: e))
    runtime = abi_facts(read(os.path.join(api, 'abi', 'cudart_abi.h')),
                        lambda n: not INTEROP.search(n) and n not in OLD_ONLY)
    current = [f for f in runtime if not re.search(r'_v1[12]\b', f[0])]
    check.same_facts('runtime', current, ('#include "abi/cudart_abi.h"', mine, lambda e: e),
                     ('#include <cuda_runtime_api.h>\n#include <cuda_profiler_api.h>', vendor, lambda e: e))
    for major in (12, 11):
        check_older(check, source, runtime, major)
    check_prototypes(check, 'protos', [r for r in rows if r.since <= TOOLKIT], vendor)
    newer = os.environ.get('IQ_CUDA_NEWER_INCLUDE')
    if newer:
        check_prototypes(check, 'newer_protos', [r for r in rows if r.since > TOOLKIT], ['-I' + newer])
    check_names(check, [r for r in rows if r.since <= TOOLKIT], cuda)


OPENCL = '''#define CL_TARGET_OPENCL_VERSION 300
#define CL_ENABLE_BETA_EXTENSIONS
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
'''


def find_opencl():
    """Folder of the OpenCL headers."""
    return next((f for f in ('/usr/include', '/usr/local/include') if os.path.exists(os.path.join(f, 'CL/cl_ext.h'))), None)


def check_opencl(check, api, rows, mine, folder):
    text = read(os.path.join(api, 'abi', 'opencl_abi.h'))
    known = read(os.path.join(folder, 'CL/cl.h')) + read(os.path.join(folder, 'CL/cl_ext.h'))

    def wanted(name):           # headers of a distribution may lack the newest extensions
        return re.search(r'\b%s\b' % name, known)
    theirs = (OPENCL, ['-I' + folder], lambda e: e)
    check.same_facts('opencl', abi_facts(text, wanted), ('#include "abi/opencl_abi.h"', mine, lambda e: e), theirs)
    callbacks = ''.join(re.findall(r'^typedef void \(\*iq_cl_.*;\n', text, re.M))
    check.compile('opencl_protos', OPENCL + callbacks + '\n'.join('%s;' % r.prototype() for r in rows if wanted(r.cname)) + '\n',
                  ['-I' + folder], link=False)
    codes = re.findall(r'ERROR\((-?\d+), (\w+),', read(os.path.join(api, 'opencl/errors.def')))
    lines = ''.join('_Static_assert(%s == %s, "%s");\n' % (name, code, name) for code, name in codes if wanted(name))
    if os.path.exists(os.path.join(folder, 'CL/cl_icd.h')):
        order = [line for line in read(os.path.join(api, 'opencl/dispatch.in')).splitlines() if line and line[0] != '#']
        icd = read(os.path.join(folder, 'CL/cl_icd.h'))
        lines += '#include <CL/cl_icd.h>\n' + ''.join(
            '_Static_assert(offsetof(cl_icd_dispatch, %s) == %d * sizeof(void *), "%s");\n' % (name, i, name)
            for i, name in enumerate(order) if name in icd and 'D3D' not in name and 'DX9' not in name)
    check.compile('opencl_codes', OPENCL + '#include <stddef.h>\n' + lines, ['-I' + folder], link=False)
    check.count += len(rows) + len(codes)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--source', required=True)
    parser.add_argument('--cc', default='cc')
    parser.add_argument('--cuda')
    options = parser.parse_args()
    cuda, opencl = find_cuda(options.cuda), find_opencl()
    if not cuda and not opencl:
        print('truth: neither CUDA 13.0 nor OpenCL headers here')
        return 77
    sys.path.insert(0, os.path.join(options.source, 'tools'))
    sys.dont_write_bytecode = True
    import apigen
    api = os.path.join(options.source, 'api')
    types = apigen.Types(api)
    rows = [r for a in apigen.APIS for p in sorted(glob.glob(os.path.join(api, a, '*.api.h'))) for r in apigen.parse_family(a, p, types)]
    mine = ['-I' + api]
    with tempfile.TemporaryDirectory() as folder:
        check = Checker(options.cc, folder)
        if opencl:
            check_opencl(check, api, [r for r in rows if r.api == 'opencl'], mine, opencl)
        if cuda:
            check_cuda(check, options.source, api, [r for r in rows if r.api != 'opencl'], mine, cuda)
    print('truth: %d facts compared, %d wrong' % (check.count, check.failures))
    return 1 if check.failures else 0


if __name__ == '__main__':
    sys.exit(main())

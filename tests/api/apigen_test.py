#!/usr/bin/env python3
"""The generator refuses what contradicts itself, and the table keeps its own promises.  apigen_test.py --source DIR"""
import argparse
import glob
import os
import sys
import tempfile

MAX_HAND = 4        # hand-written wrappers; more of them means that the words lack something


def load(source):
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.join(source, 'tools'))
    import apigen
    return apigen


def rows_of(apigen, types, text, api='cuda'):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'x.api.h')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
        return apigen.parse_family(api, path, types)


REFUSED = {
    'unknown word of a call': 'API(2000, NONSENSE) CUresult cuX(void);',
    'kind is missing': 'API(2000) CUresult cuX(NEW CUstream *s);',
    'size names no argument': 'API(2000) CUresult cuX(RD(HOST, size) const void *p, size_t count);',
    'pitch names no argument': 'API(2000) CUresult cuX(RD(HOST, n, 1, pitch, rows) const void *p, size_t n, size_t rows);',
    'no such set': 'API(2000) CUresult cuX(FLAGS(CUnothing) unsigned int flags);',
    'no status and no PASS': 'API(2000) void cuX(void);',
    'text between rows': 'API(2000) CUresult cuX(void); int y;',
    'row without version': 'API() CUresult cuX(void);',
    'argument without name': 'API(2000) CUresult cuX(void *);',
    'misspelt word of an argument': 'API(2000) CUresult cuX(OUTT size_t *n);',
    'unknown type': 'API(2000) CUresult cuX(CUnothing n);',
    'unknown space': 'API(2000) CUresult cuX(RD(DEVICE, n) CUdeviceptr p, size_t n);',
    'no such constant': 'API(2000) CUresult cuX(FLAGS(CUevent_flags, CU_NOTHING) unsigned int flags);',
    'number expected': 'API(2000) CUresult cuX(COUNT UNIT(many) size_t n);',
}


def check_refusals(apigen, types):
    wrong = 0
    for what, text in REFUSED.items():
        try:
            rows_of(apigen, types, '\n' + text)
        except apigen.TableError as e:
            if 'x.api.h:2: ' in str(e):
                continue
            print('%s: no line: %s' % (what, e))
        else:
            print('not refused: ' + what)
        wrong += 1
    return wrong


def check_operations(apigen, types):
    """An operation is in the list and has a row, and the versions of a call share it."""
    rows = rows_of(apigen, types, 'API(3020, OP(map_memory) PTSZ) CUresult cuX(HOSTPTR void *p);')
    wrong = sum(r.operation != 'map_memory' or r.args[0].role != 'POINTER' or r.args[0].space != 'HOST' for r in rows)
    apigen.check_operations(rows, {'MAP_MEMORY'})
    for operations in (set(), {'MAP_MEMORY', 'UNUSED'}):
        try:
            apigen.check_operations(rows, operations)
        except apigen.TableError:
            continue
        print('not refused: operations %r' % operations)
        wrong += 1
    return wrong


def check_reading(apigen, types):
    """Defaults by type, twins, words: one row that has most of them."""
    rows = rows_of(apigen, types, '''/* comment; with ( signs */
        API(3020, ASYNC PTSZ FX(copy) FLOW(later)) CUresult cuX_v2(WR(DEV, n, 4) CUdeviceptr dst, RD(HOST, n) const void *src, COUNT size_t n,
            OPT CUevent event, CUmem_advise advice, STREAM CUstream s, const char *name, size_t *out);''')
    wrong = 0

    def expect(got, wanted):
        nonlocal wrong
        if got != wanted:
            print('got %r, expected %r' % (got, wanted))
            wrong += 1
    expect([r.symbol for r in rows], ['cuX_v2', 'cuX_v2_ptsz'])
    expect([r.name for r in rows], ['cuX', 'cuX'])
    expect([r.since for r in rows], [3020, 7000])
    expect(['PTSZ' in r.flags for r in rows], [False, True])
    expect([a.role for a in rows[0].args], ['WRITE', 'READ', 'COUNT', 'USE', 'ENUM', 'STREAM', 'STR', 'OUT'])
    expect([a.kind for a in rows[0].args], ['NONE', 'NONE', 'NONE', 'EVENT', 'NONE', 'STREAM', 'NONE', 'NONE'])
    expect([rows[0].index(a.size) for a in rows[0].args], [2, 2, -1, -1, -1, -1, -1, -1])
    expect([a.optional for a in rows[0].args], [0, 0, 0, 1, 0, 1, 0, 0])
    expect(rows[0].args[0].unit, 4)
    expect((rows[0].effects, rows[0].flow), ('copy', 'later'))
    apigen.check_effects(rows, {'copy'})
    try:
        apigen.check_effects(rows, {'copies', 'AS copy'})
        expect('not refused', 'an effect that no file has')
    except apigen.TableError:
        pass
    old = rows_of(apigen, types, 'API(8000, UNTIL(12999)) cudaError_t cudaX_abi12(int device);', 'cudart')[0]
    expect((old.symbol, old.cname, old.name, old.until), ('cudaX', 'cudaX_abi12', 'cudaX', 12999))
    return wrong


def check_table(apigen, types, source):
    rows = [r for api in ('cuda', 'cudart') for path in sorted(glob.glob(os.path.join(source, 'api', api, '*.api.h')))
            for r in apigen.parse_family(api, path, types)]
    wrong = 0
    hand = [r.cname for r in rows if r.hand]
    if len(hand) > MAX_HAND:
        print('too many hand-written wrappers: ' + ' '.join(hand))
        wrong += 1
    forms = {}
    for r in rows:
        forms.setdefault((r.api, r.symbol), []).append(r)
    for (api, symbol), same in forms.items():
        newest = [r for r in same if r.cname == r.symbol]
        if len(newest) != 1 or any(not r.until for r in same if r.cname != r.symbol):
            print('%s: the forms of %s need one without _abi, and UNTIL on the others' % (api, symbol))
            wrong += 1
    for r in rows:
        if 'ASYNC' in r.flags and r.flags.count('ASYNC') != 1:
            print(r.cname + ': ASYNC twice')
            wrong += 1
        if r.twin and not any(a.type in ('CUstream', 'cudaStream_t') for a in r.args) and not r.symbol.endswith('_ptds') \
                and r.name not in STREAMLESS_TWINS:
            print(r.cname + ': a _ptsz twin without a stream')
            wrong += 1
    return wrong


# Their stream is in a struct, or they hand out functions for the per-thread default stream.
STREAMLESS_TWINS = {'cuLaunchKernelEx', 'cudaLaunchKernelExC', 'cuGraphInstantiateWithParams', 'cudaGraphInstantiateWithParams',
                    'cudaGetDriverEntryPoint', 'cudaGetDriverEntryPointByVersion'}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--source', required=True)
    source = parser.parse_args().source
    apigen = load(source)
    types = apigen.Types(os.path.join(source, 'api'))
    wrong = check_refusals(apigen, types) + check_operations(apigen, types) + check_reading(apigen, types) + check_table(apigen, types, source)
    print('apigen: %d wrong' % wrong)
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())

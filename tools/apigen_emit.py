"""The files that tools/apigen.py writes, one function each.  [rows] come sorted by (api, symbol)."""
import os
import re
import sys

def read_apis():
    """The names of all APIs, in the order of enum iq_api_id: folders of api/."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../src/model/apis.def')
    with open(path, encoding='utf-8') as f:
        return tuple(name.lower() for name in re.findall(r'^API\((\w+),', f.read(), re.M))


APIS = read_apis()
# Those whose calls take a way of their own into the guest; of all others the guest exports the symbols.
WITH_OWN_WAY = ('cuda', 'cudart', 'opencl', 'vulkan')

NOTE = '/* Made by tools/apigen.py from api/; do not edit. */\n'
EXTENT_NAMES = ('offset', 'origin', 'region', 'row_pitch', 'slice_pitch', 'image')


def abi_includes(rows):
    return ''.join('#include "abi/%s_abi.h"\n' % api for api in sorted({r.api for r in rows}))


def quote(text):
    return '"%s"' % text.replace('\\', '\\\\').replace('"', '\\"')


def pack(arg):
    """Expression that turns the argument into its uint64_t slot."""
    if arg.returned:
        return '(uint64_t)(uintptr_t)&iq_v'
    if arg.cls == 'struct':
        return '(uint64_t)(uintptr_t)&' + arg.name
    if arg.cls in ('pointer', 'function'):
        return '(uint64_t)(uintptr_t)' + arg.name
    if arg.base == 'float':
        return 'iq_pack_float(%s)' % arg.name
    if arg.base == 'double':
        return 'iq_pack_double(%s)' % arg.name
    return '(uint64_t)' + arg.name


PACK = '''__attribute__((unused)) static inline uint64_t iq_pack_float(float v) { union { float f; uint32_t u; } x; x.f = v; return x.u; }
__attribute__((unused)) static inline uint64_t iq_pack_double(double v) { union { double f; uint64_t u; } x; x.f = v; return x.u; }
__attribute__((unused)) static const uint64_t iq_no_args[1];
'''


def pack_block(row):
    if not row.args:
        return '', 'iq_no_args'
    return '    %suint64_t iq_a[] = { %s };\n' % ('' if may_replace(row) else 'const ', ', '.join(pack(a) for a in row.args)), 'iq_a'


def may_replace(row):
    """May effects put a function of ours, which calls the program's, in the place of that one?"""
    return any(a.role == 'CALLBACK' for a in row.args)


def names(row, *more):
    return ', '.join([a.name for a in row.own_args()] + list(more))


def prototype_with_site(row, name):
    """Of a part of a wrapper: the caller's side comes last."""
    return row.prototype(name).removesuffix(')' if row.own_args() else 'void)') + (', ' if row.own_args() else '') + 'struct iq_site iq_site)'


def pointer_type(row, name=''):
    params = ', '.join(a.type for a in row.own_args()) or 'void'
    return '%s (*%s)(%s)' % (row.ret, name, params)


def guard(name, body):
    return '%s#ifndef %s\n#define %s\n\n%s\n#endif\n' % (NOTE, name, name, body)


# --- rows -----------------------------------------------------------------------------------------------------------

def set_members(types, name):
    return types.sets[name] if name in types.sets else types.enums[name]


def emit_entries_h(rows, **_):
    ids = '\n'.join('    IQ_ID_%s,' % r.cname for r in rows)
    return guard('IQ_GEN_ENTRIES_H', '#include "model/entry.h"\n\n/* Index of each row in iq_entries; sorted by API, then symbol. */\n'
                 'enum {\n%s\n    IQ_ID_COUNT\n};\n\n/* The row of an exported symbol, NULL if there is none.  Of several forms of one runtime '
                 'symbol the newest.  Any thread. */\nconst struct iq_entry *iq_entry_find(enum iq_api_id api, const char *symbol);\n' % ids)


def fills_struct(arg):
    return arg.role == 'OUT' and re.fullmatch(r'struct \w+(?<!_st)', arg.pointee or '') is not None


def target_bytes(row, arg):
    """Bytes of what a parameter points to, where the call reads it.  Vulkan's structs are mostly not declared."""
    target = re.sub(r'\bconst\b', '', arg.pointee or 'void').strip()
    known = row.api != 'vulkan' and (arg.role in ('PARAMS', 'CONFIG', 'INOUT') or fills_struct(arg)) and target not in ('void', '') and not arg.returned
    return 'sizeof(%s)' % target if known else '0'


def read_rooms():
    """The rooms of the texts in rows, in bytes, by their names."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../src/model/entry.h')
    with open(path, encoding='utf-8') as f:
        return {name: int(size) for name, size in re.findall(r'(IQ_SET_MEMBER|IQ_ARG_NAME|IQ_ARG_TYPE) = (\d+)', f.read())}


ROOMS = read_rooms()


def fit(text, room):
    """[text] as the value of an array, which must have room for its end, too."""
    if len(text) >= ROOMS[room]:
        sys.exit('%s: %s is too small for it' % (text, room))
    return quote(text)


def emit_entries_c(rows, types, **_):
    used = sorted({a.set for r in rows for a in r.args if a.set})
    out = [NOTE, '#include <stddef.h>\n#include <string.h>\n\n#include "iq_entries.h"\n#include "call/plan.h"\n', abi_includes(rows), '\n']
    out.append('static struct iq_plan plans[%d];\n' % len(rows))
    for s in used:
        members = ', '.join('{ %sULL, %s }' % (hex(v & 0xffffffffffffffff), fit(n, 'IQ_SET_MEMBER')) for n, v in set_members(types, s))
        if members:
            out.append('static const struct iq_set_member members_%s[] = { %s };\n' % (s, members))
    out.append('const struct iq_set iq_sets[] = {\n%s};\n' % ''.join(
        '    { %s, %s, %d },\n' % (quote(s), 'members_' + s if set_members(types, s) else 'NULL', len(set_members(types, s))) for s in used))
    for fx in sorted({r.effects for r in rows if r.effects}):
        out.append('#ifdef IQ_NO_EFFECTS\n#define iq_fx_%s NULL\n#else\nvoid iq_fx_%s(struct iq_call *call, int phase);\n#endif\n' % (fx, fx))
    for shape in sorted({r.shape for r in rows if r.shape}):
        out.append('#ifdef IQ_NO_EFFECTS\n#define SHAPE_%s NULL\n#else\nextern const struct iq_shape iq_shape_%s;\n#define SHAPE_%s &iq_shape_%s\n#endif\n'
                   % (shape, shape, shape, shape))
    for look in sorted({r.look for r in rows if r.look}):
        out.append('#ifdef IQ_NO_EFFECTS\n#define iq_look_%s NULL\n#else\nvoid iq_look_%s(struct iq_call *call, iq_member_fn visit, void *user);\n#endif\n'
                   % (look, look))
    shared = {}
    for r in rows:
        lines = []
        for a in r.args:
            scalar = a.cls != 'struct'
            extent = ', '.join(str(r.index(a.extent.get(n)) + 1) for n in EXTENT_NAMES)
            # a text that fills its room has no end
            lines.append('    { IQ_ROLE_%s, IQ_KIND_%s, IQ_SPACE_%s, IQ_FORM_%s, %d, %d, %d, %s, %s, %d, %d, %d, %s, %d, %d, %d, %d, %s, %s, %s }' % (
                a.role, a.kind, a.space, a.form, r.index(a.size), a.unit, a.optional,
                'sizeof(%s)' % a.type if scalar else '0', '(int64_t)(%s)-1 < 0' % a.type if a.cls in ('scalar', 'enum') else 'false',
                used.index(a.set) + 1 if a.set else 0, r.index(a.pitch) + 1, r.index(a.rows) + 1,
                extent, a.needed, a.multiple, r.index(a.element) + 1, a.each, target_bytes(r, a), fit(a.name, 'IQ_ARG_NAME'), fit(a.type, 'IQ_ARG_TYPE')))
        text = ',\n'.join(lines)
        if text and text not in shared:
            shared[text] = 'args_' + r.cname
            out.append('static const struct iq_arg args_%s[] = {\n%s\n};\n' % (r.cname, text))
        r.args_name = shared.get(text, 'NULL')
    out.append('\nconst struct iq_entry iq_entries[] = {\n')
    for i, r in enumerate(rows):
        flags = ' | '.join('IQ_ENTRY_' + f for f in r.flags) or '0'
        fx = 'iq_fx_' + r.effects if r.effects else 'NULL'
        shape = 'SHAPE_' + r.shape if r.shape else 'NULL'
        nodes = ' | '.join('IQ_NODE_ANY' if n == 'any' else '1u << IQ_NODE_' + n.upper() for n in r.nodes) or '0'
        look = 'iq_look_' + r.look if r.look else 'NULL'
        out.append('    { %s, %s, %d, IQ_API_%s, %d, %s, %d, %s, %s, %s, %s, &plans[%d], %s, IQ_FLOW_%s, IQ_OP_%s },\n' % (
            quote(r.symbol), quote(r.name), i, r.api.upper(), len(r.args), flags, r.since, r.args_name, fx, shape, look, i, nodes, r.flow.upper(), r.operation.upper()))
    out.append('};\nconst uint32_t iq_entry_count = %d;\n' % len(rows))
    starts = [sum(r.api in APIS[:i] for r in rows) for i in range(len(APIS) + 1)]
    out.append('''
const struct iq_entry *iq_entry_find(enum iq_api_id api, const char *symbol)
{
    static const uint32_t starts[] = { %s };
    if ((unsigned)api + 1 >= sizeof starts / sizeof *starts)
        return NULL;
    uint32_t first = starts[api], low = first, high = starts[api + 1];
    while (low < high) {        /* the last row that is not greater */
        uint32_t mid = low + (high - low) / 2;
        if (strcmp(iq_entries[mid].symbol, symbol) <= 0)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == first || strcmp(iq_entries[low - 1].symbol, symbol) != 0)
        return NULL;
    return &iq_entries[low - 1];
}
''' % ', '.join(str(n) for n in starts))
    return ''.join(out)


# --- prototypes -----------------------------------------------------------------------------------------------------

def emit_fail_names(rows, types, **_):
    """What --fail may name, for the launcher: APIs, their codes, and the calls that can fail, each name once."""
    never = {'PLAIN', 'HIDDEN', 'GET_LAST_ERROR', 'PEEK_LAST_ERROR'}
    calls = sorted({(r.name, r.api) for r in rows if r.status and not set(r.flags) & never})
    out = ['/* NAMED_API(api), CODE(number, name, api), CALL(name, api): calls that can fail. */\n', '#ifdef NAMED_API\n']
    out += ['NAMED_API(%s)\n' % api for api in APIS]
    out.append('#undef NAMED_API\n#endif\n#ifdef CODE\n')
    for api in APIS:
        path = os.path.join(types.folder, api, 'errors.def')
        if not os.path.exists(path):
            continue
        with open(path, encoding='utf-8') as f:
            out += ['CODE(%s, "%s", %s)\n' % (*code, api) for code in re.findall(r'^ERROR\((-?\w+), (\w+),', f.read(), re.M)]
    out.append('#undef CODE\n#endif\n#ifdef CALL\n')
    return ''.join(out + ['CALL(%s, %s)\n' % (quote(n), a) for n, a in calls]) + '#undef CALL\n#endif\n'


def emit_protos(api):
    def emit(rows, **_):
        lines = ['IQ_API_PUBLIC %s;\n' % r.prototype() for r in rows if r.api == api]
        return guard('IQ_GEN_%s_PROTOS_H' % api.upper(), '#include "abi/%s_abi.h"\n\n#define IQ_API_PUBLIC __attribute__((visibility("default")))\n\n%s'
                     % (api, ''.join(lines)))
    return emit


def emit_real_h(rows, **_):
    fields = ''.join('    %s;\n' % pointer_type(r, r.cname) for r in rows if r.api == 'cuda')
    return guard('IQ_GEN_REAL_CUDA_H', '#include "abi/cuda_abi.h"\n\n/* The real driver\'s functions; NULL where it lacks one.  Filled through '
                 'iq_wrap_cuda[].real. */\nstruct iq_real_cuda {\n%s};\nextern struct iq_real_cuda iq_real_cuda;\n' % fields)


# --- wrappers -------------------------------------------------------------------------------------------------------

ENDS_OR_MAKES = {'NEW', 'DEL', 'NEWMEM', 'DELMEM', 'REGMEM', 'UNREGMEM'}


def is_coverable(row):
    """Does a call around this one say all that matters?  See iq_call_is_covered."""
    return row.api in ('cuda', 'cudart') and row.status and not row.effects and not any(a.role in ENDS_OR_MAKES for a in row.args)


def covered_failed(row, index):
    """Of a launch the driver's handle of the kernel is noted, too: a runtime's call has none."""
    function = [a.name for a in row.args if a.role == 'FUNC'] if row.api == 'cuda' and 'LAUNCH' in row.flags else []
    if function:
        return 'iq_call_covered_launch_failed(&iq_entries[%s], iq_r, (uint64_t)(uintptr_t)%s)' % (index, function[0])
    return 'iq_call_covered_failed(&iq_entries[%s], iq_r)' % index


def covered_body(row, call, index, test, site, more=''):
    if not is_coverable(row):
        return ''
    return ('    if (%s(&iq_entries[%s], %s.sp%s)) {\n        %s iq_r = %s;\n        if (__builtin_expect(iq_r != 0, 0))\n'
            '            %s;\n        return iq_r;\n    }\n' % (test, index, site, more, row.ret, call, covered_failed(row, index)))


def wrapper_body(row, real, index, site='IQ_SITE'):
    block, args = pack_block(row)
    plain = '%s(%s)' % (real, names(row))
    call = '%s(%s)' % (real, ', '.join(forwarded(a, i) for i, a in enumerate(row.args))) if may_replace(row) else plain
    if 'PLAIN' in row.flags:
        return '    return %s;\n' % plain
    if 'PUSH_CONFIG' in row.flags:
        return '    iq_call_push_config(%s);\n    return %s;\n' % (site, plain)
    out = covered_body(row, plain, index, 'iq_call_is_covered', site)
    out += '    struct iq_call iq_c;\n%s    iq_call_enter(&iq_c, &iq_entries[%s], %s, %s);\n' % (block, index, args, site)
    if row.status:
        return out + '    %s iq_r = iq_c.answered ? (%s)iq_c.result : %s;\n    iq_call_leave(&iq_c, iq_r);\n    return iq_r;\n' % (row.ret, row.ret, call)
    if row.ret == 'void':
        return out + '    if (!iq_c.answered)\n        %s;\n    iq_call_leave(&iq_c, 0);\n' % call
    value = '(int64_t)(uintptr_t)iq_r' if row.ret.endswith('*') else '0' if row.ret.startswith('struct') else '(int64_t)iq_r'
    return out + '    %siq_r = %s;\n    iq_call_leave(&iq_c, %s);\n    return iq_r;\n' % (
        row.ret + ('' if row.ret.endswith('*') else ' '), call, value)


def symbol_hash(symbol):
    """As iq_elf_hash."""
    value = 5381
    for c in symbol.encode():
        value = value * 33 + c & 0xffffffff
    return value


def emit_names(rows, table):
    """The first row of each symbol of [table], by iq_guest_find."""
    size = 1 << (2 * len(rows)).bit_length()
    slots, seen = [0] * size, set()
    for i, r in enumerate(rows):
        at = symbol_hash(r.symbol) % size
        while slots[at] and r.symbol not in seen:
            at = (at + 1) % size
        if r.symbol not in seen:
            slots[at] = i + 1
        seen.add(r.symbol)
    return ('static const uint16_t slots[] = { %s };\nconst struct iq_wrap_names %s_names = { %s, slots, %d, sizeof *%s };\n'
            % (', '.join(map(str, slots)), table, table, size - 1, table))


def has_patch(row):
    return 'PASSES' in row.flags or 'ASKS' in row.flags


# The exported symbol of a query goes through its patch, as an entry point of the runtime does.
PASSES = '''#define PASSES(f, row) \\
    __attribute__((visibility("hidden"))) struct iq_patch iq_patch_##f = { \\
        (void *)iq_asks_##f, NULL, (void *)iq_asks_##f, &iq_entries[IQ_ID_##f], &iq_wrap_cuda[row], #f }; \\
    IQ_ARCH_PASSES(f, iq_patch_##f);

'''


def fast(row):
    """What programs call all the time stands with what it calls."""
    return 'IQ_FAST ' if 'LAUNCH' in row.flags or 'PUSH_CONFIG' in row.flags or 'QUERY' in row.flags and not has_patch(row) else ''


def cuda_wrapper(row, asks):
    """A runtime's calls of the driver are mostly nested, and leave at once.  Where the call itself does next to nothing, the rest stands
    apart: its record needs a large frame."""
    real, index = 'iq_real_cuda.' + row.cname, 'IQ_ID_' + row.cname
    head = fast(row) + ('static ' + row.prototype('iq_asks_' + row.cname) if asks else row.prototype())
    # what is mostly nested comes first, so that its arguments stay where they are
    nested = covered_body(row, '%s(%s)' % (real, names(row)), index, '%s && iq_call_is_plainly_covered' % real, 'IQ_SITE',
                          ', true' if 'LAUNCH' in row.flags else ', false')
    ready = '    READY(%s);\n' % row.cname
    if not nested or 'QUERY' not in row.flags:
        return '%s\n{\n%s%s%s}\n\n' % (head, nested, ready, wrapper_body(row, real, index))
    rest = 'iq_rest_' + row.cname
    return ('__attribute__((noinline)) static %s\n{\n%s%s}\n\n%s\n{\n%s    return %s(%s);\n}\n\n' % (
        prototype_with_site(row, rest), ready, wrapper_body(row, real, index, 'iq_site'),
        head, nested, rest, names(row, 'IQ_SITE')))


def emit_wrap_cuda(rows, **_):
    rows = [r for r in rows if r.api == 'cuda']
    out = [NOTE, '#include <stddef.h>\n\n#include "iq_entries.h"\n#include "iq_cuda_protos.h"\n#include "real_cuda.h"\n'
           '#include "arch/passes.h"\n#include "base/hot.h"\n#include "call/call.h"\n#include "call/covered.h"\n#include "wrap/patch.h"\n\nstruct iq_real_cuda iq_real_cuda;\n\n', PACK,
           '#define READY(f) \\\n    if (__builtin_expect(!iq_wrap_started, 0)) \\\n        iq_wrap_start(); \\\n'
           '    if (__builtin_expect(!iq_real_cuda.f, 0)) \\\n        return (CUresult)IQ_WRAP_NOT_FOUND\n\n', PASSES]
    for i, r in enumerate(rows):
        asks = has_patch(r)
        if not r.hand:
            out.append(cuda_wrapper(r, asks))
        if asks:
            out.append('PASSES(%s, %d)\n\n' % (r.cname, i))
    out.append('const struct iq_wrap_row iq_wrap_cuda[] = {\n')
    for r in rows:
        out.append('    { %s, (void *)%s, (void **)&iq_real_cuda.%s, &iq_entries[IQ_ID_%s], %s, 0, %s },\n' % (
            quote(r.symbol), r.cname, r.cname, r.cname, '&iq_patch_' + r.cname if has_patch(r) else 'NULL', 'true' if r.bare else 'false'))
    out.append('};\nconst uint32_t iq_wrap_cuda_count = %d;\n%s' % (len(rows), emit_names(rows, 'iq_wrap_cuda')))
    return '#pragma GCC diagnostic ignored "-Wpedantic"\n' + ''.join(out)


def emit_wrap_cudart(rows, **_):
    rows = [r for r in rows if r.api == 'cudart']
    out = [NOTE, '#include <stddef.h>\n\n#include "iq_entries.h"\n#include "abi/cudart_abi.h"\n#include "base/hot.h"\n#include "call/call.h"\n#include "wrap/wrap.h"\n\n', PACK, '\n']
    for r in rows:
        head = fast(r) + 'static ' + r.prototype('iq_cudart_' + r.cname)
        out.append('%s\n{\n    %s = (%s)iq_wrap_original;\n%s}\n\n' % (
            head, pointer_type(r, 'iq_real'), pointer_type(r), wrapper_body(r, 'iq_real', 'IQ_ID_' + r.cname)))
    out.append('const struct iq_wrap_row iq_wrap_cudart[] = {\n')
    for r in rows:
        out.append('    { %s, (void *)iq_cudart_%s, NULL, &iq_entries[IQ_ID_%s], NULL, %d, false },\n' % (quote(r.symbol), r.cname, r.cname, r.until))
    out.append('};\nconst uint32_t iq_wrap_cudart_count = %d;\n%s' % (len(rows), emit_names(rows, 'iq_wrap_cudart')))
    return '#pragma GCC diagnostic ignored "-Wpedantic"\n' + ''.join(out)


def emit_wrap_exported(rows, **_):
    """APIs of plain shared libraries: the guest's symbol comes first, the library's is the next one."""
    rows = [r for r in rows if r.api not in WITH_OWN_WAY]
    out = [NOTE, '#pragma GCC diagnostic ignored "-Wpedantic"\n#include <stddef.h>\n\n#include "iq_entries.h"\n', abi_includes(rows),
           '#include "call/call.h"\n#include "wrap/wrap.h"\n\n', PACK, '\n']
    for r in rows:
        nothing = '' if r.ret == 'void' else ' (%s)%s' % (r.ret, 'IQ_WRAP_NOT_FOUND' if r.status else '0')
        out.append('__attribute__((visibility("default"))) %s;\n%s\n{\n    static void *iq_at;\n'
                   '    %s = (%s)__atomic_load_n(&iq_at, __ATOMIC_RELAXED);\n'
                   '    if (__builtin_expect(!iq_real, 0)) {\n        iq_real = (%s)iq_wrap_next(%s);\n'
                   '        __atomic_store_n(&iq_at, (void *)iq_real, __ATOMIC_RELAXED);\n    }\n'
                   '    if (!iq_real)\n        return%s;\n%s}\n\n' % (
                       r.prototype(r.symbol), r.prototype(r.symbol), pointer_type(r, 'iq_real'), pointer_type(r), pointer_type(r),
                       quote(r.symbol), nothing, wrapper_body(r, 'iq_real', 'IQ_ID_' + r.cname)))
    return ''.join(out)


def forwarded(arg, position):
    """The argument as it is handed on.  Callbacks may have been replaced by effects."""
    if arg.name == 'errcode_ret':
        return '&iq_e'
    return '(%s)(uintptr_t)iq_a[%d]' % (arg.type, position) if arg.role in ('CALLBACK', 'USER') else arg.name


def may_repeat(row):
    """May it be a command that is looked for among those made before?  See src/api_opencl/command_cache.h."""
    return 'ASYNC' in row.flags and 3 <= len(row.args) <= 9 and row.ret == 'cl_int' and not may_replace(row)


def opencl_real(row):
    return '%s = (%s)iq_wrap_original;' % (pointer_type(row, 'iq_real'), pointer_type(row))


def opencl_wrapper(row, name):
    if not row.quick:
        return 'static %s\n{\n    %s\n%s}\n\n' % (row.prototype(name), opencl_real(row), opencl_body(row, 'IQ_SITE'))
    # A record of the call needs a large frame, which the quick ways do without; what is known already needs no frame at all.
    slow, other = (prototype_with_site(row, name + end) for end in ('_slow', '_other'))

    def real(site):
        return '    %s\n    %s iq_v = iq_real(%s);\n    return __builtin_expect(iq_v != 0, 0) ? iq_quick_%s_failed(&iq_quick, %s, iq_v) : iq_v;\n}\n\n' % (
            opencl_real(row), row.ret, names(row), row.quick, site)
    return ('__attribute__((noinline)) static %s\n{\n    %s\n    %s iq_q;\n    if (iq_quick_%s(%s, iq_real, iq_site, &iq_q))\n        return iq_q;\n%s}\n\n' % (
        slow, opencl_real(row), row.ret, row.quick, names(row), opencl_body(row, 'iq_site')) +
            '__attribute__((noinline)) static %s\n{\n    struct iq_quick_setting iq_quick;\n    if (iq_quick_%s_other(%s, &iq_quick) != IQ_QUICK_KNOWN)\n        return %s_slow(%s, iq_site);\n' % (
        other, row.quick, ', '.join(row.args[i].name for i in (1, 3)), name, names(row)) + real('iq_site') +
            'static %s\n{\n    struct iq_quick_setting iq_quick;\n    enum iq_quick_news iq_news = iq_quick_%s_again(%s, &iq_quick);\n'
            '    if (__builtin_expect(iq_news == IQ_QUICK_OTHER, 0))\n        return %s_other(%s, IQ_SITE);\n'
            '    if (__builtin_expect(iq_news == IQ_QUICK_UNKNOWN, 0))\n        return %s_slow(%s, IQ_SITE);\n' % (
        row.prototype(name), row.quick, names(row), name, names(row), name, names(row)) + real('IQ_SITE'))


def opencl_body(row, site):
    replaced = may_replace(row)
    lines = ['struct iq_call iq_c;']
    if row.returned:
        lines += ['%s iq_v = NULL;' % row.ret, 'cl_int iq_e = 0;']
    elif row.ret != 'void':
        lines.append('%s iq_v;' % row.ret)
    args = 'iq_a' if row.args else 'iq_no_args'
    if row.args:
        lines.append('%suint64_t iq_a[%s] = { %s };' % ('' if replaced else 'const ', 'IQ_CALL_ARGS' if may_repeat(row) else '', ', '.join(pack(a) for a in row.args)))
    lines.append('iq_call_enter%s(&iq_c, &iq_entries[IQ_ID_%s], %s, %s);' % ('_command' if may_repeat(row) else '', row.cname, args, site))
    call = 'iq_real(%s)' % ', '.join(forwarded(a, i) if replaced or a.name == 'errcode_ret' else a.name
                                     for i, a in enumerate(row.args) if not a.returned)
    if row.returned:
        lines += ['if (iq_c.answered)', '    iq_e = (cl_int)iq_c.result;', 'else', '    iq_v = %s;' % call]
        if not row.errcode:
            lines.append('iq_e = iq_v ? 0 : iq_e ? iq_e : IQ_WRAP_NULL;')
        else:       # a failed call returns NULL by the specification; some drivers leave a dangling pointer
            lines += ['if (iq_e)', '    iq_v = NULL;']
        lines.append('iq_call_leave(&iq_c, iq_e);')
        if row.errcode:
            lines += ['if (errcode_ret)', '    *errcode_ret = iq_e;']
    elif row.ret == 'void':
        lines += ['if (!iq_c.answered)', '    %s;' % call, 'iq_call_leave(&iq_c, 0);']
    else:
        lines += ['iq_v = iq_c.answered ? (%s)iq_c.result : %s;' % (row.ret, call), 'iq_call_leave(&iq_c, iq_v);']
    if row.ret != 'void':
        lines.append('return iq_v;')
    return ''.join('    %s\n' % line for line in lines)


def emit_wrap_opencl(rows, dispatch, **_):
    rows = [r for r in rows if r.api == 'opencl']
    out = [NOTE, '#include <stddef.h>\n\n#include "iq_entries.h"\n#include "abi/opencl_abi.h"\n#include "call/call.h"\n#include "api_opencl/quick.h"\n#include "wrap/wrap.h"\n\n', PACK, '\n']
    for r in rows:
        name = 'iq_opencl_' + r.cname
        if r.hand:
            out.append('%s;\n\n' % r.prototype(name))
        else:
            out.append(opencl_wrapper(r, name))
    out.append('const struct iq_wrap_row iq_wrap_opencl[] = {\n')
    for r in rows:
        out.append('    { %s, (void *)iq_opencl_%s, NULL, &iq_entries[IQ_ID_%s], NULL, 0, false },\n' % (quote(r.symbol), r.cname, r.cname))
    position = {r.symbol: i for i, r in enumerate(rows)}
    out.append('};\nconst uint32_t iq_wrap_opencl_count = %d;\n\nconst int16_t iq_wrap_opencl_dispatch[] = { %s };\n'
               'const uint32_t iq_wrap_opencl_dispatch_count = %d;\n%s' % (
                   len(rows), ', '.join(str(position.get(n, -1)) for n in dispatch), len(dispatch), emit_names(rows, 'iq_wrap_opencl')))
    return '#pragma GCC diagnostic ignored "-Wpedantic"\n' + ''.join(out)


def emit_real_vulkan_h(rows, **_):
    fields = ''.join('    %s;\n' % pointer_type(r, r.cname) for r in rows if r.api == 'vulkan')
    return guard('IQ_GEN_REAL_VULKAN_H', '#include "abi/vulkan_abi.h"\n\n/* What the next layer or the driver has for one instance or device; '
                 'a member is filled when the program or the loader asks for\n * the function. */\nstruct iq_real_vulkan {\n%s};\n' % fields)


def emit_wrap_vulkan(rows, **_):
    """Hidden functions; the next function of the chain is that of the first argument's instance or device."""
    rows = [r for r in rows if r.api == 'vulkan']
    out = [NOTE, '#include <stddef.h>\n\n#include "iq_entries.h"\n#include "real_vulkan.h"\n#include "call/call.h"\n#include "wrap/vulkan.h"\n'
           '#include "wrap/wrap.h"\n\n', PACK, '\n']
    for r in rows:
        if r.hand:
            out.append('%s;\n' % r.prototype('iq_vulkan_' + r.cname))
        else:
            # the handle is dereferenced after the call has been checked
            out.append('static %s\n{\n%s}\n\n' % (
                r.prototype('iq_vulkan_' + r.cname), wrapper_body(r, 'iq_vulkan_next(%s)->%s' % (r.args[0].name, r.cname), 'IQ_ID_' + r.cname)))
    out.append('const struct iq_vulkan_row iq_wrap_vulkan[] = {\n')
    for r in rows:
        out.append('    { %s, (void *)iq_vulkan_%s, offsetof(struct iq_real_vulkan, %s), &iq_entries[IQ_ID_%s] },\n' % (
            quote(r.symbol), r.cname, r.cname, r.cname))
    out.append('};\nconst uint32_t iq_wrap_vulkan_count = %d;\n%s' % (len(rows), emit_names(rows, 'iq_wrap_vulkan')))
    return '#pragma GCC diagnostic ignored "-Wpedantic"\n' + ''.join(out)


# --- linker version scripts ----------------------------------------------------------------------------------------------

def emit_map(api, more):
    def emit(rows, **_):
        lines = ['    %s;' % r.symbol for r in rows if r.api == api and r.symbol == r.cname] + ['    %s;' % m for m in more]
        return '{\n  global:\n%s\n  local:\n    *;\n};\n' % '\n'.join(lines)
    return emit


# --- software driver and runtime --------------------------------------------------------------------------------------

def emit_stubs(rows, **_):
    """Weak answers "not supported" for every symbol that the software driver does not define."""
    out = [NOTE, '#include <stddef.h>\n\n#include "iq_cuda_protos.h"\n#include "iq_cuda_stubs.h"\n\n',
           '#define WEAK __attribute__((weak))\n\nWEAK void iq_stub_cuda_called(const char *symbol) { (void)symbol; }\n\n']
    for r in (r for r in rows if r.api == 'cuda'):
        unused = ''.join(' (void)%s;' % a.name for a in r.args)
        out.append('WEAK %s {%s iq_stub_cuda_called(%s); return (CUresult)801; }\n' % (r.prototype(), unused, quote(r.symbol)))
    return ''.join(out)


def emit_stubs_h(**_):
    return guard('IQ_GEN_CUDA_STUBS_H', '''/* Every public symbol that the software driver does not define itself answers "not supported" (801) through a weak
 * definition.  This is called first with the symbol's name; weak too: define it to count or to report.  Any thread. */
void iq_stub_cuda_called(const char *symbol);

/* What cuGetProcAddress looks a name up in: sorted by name, then thread flag, then version.
 * [thread]: variant for the per-thread default stream. */
struct iq_cuda_proc { const char *name; int since, thread; void *pointer; };
extern const struct iq_cuda_proc iq_cuda_procs[];
extern const unsigned iq_cuda_proc_count;

/* The variant of [name] for [version] (13000): the newest that is not newer.  With [thread] only per-thread variants count,
 * if the name has any.  *known: is the name in the table at all?  NULL if the name is unknown or too new. */
void *iq_cuda_proc_find(const char *name, int version, int thread, int *known);
''')


def emit_procs_c(rows, **_):
    rows = sorted((r for r in rows if r.api == 'cuda'), key=lambda r: (r.name, r.twin, r.since))
    lines = ''.join('    { %s, %d, %d, (void *)%s },\n' % (quote(r.name), r.since, r.twin, r.cname) for r in rows)
    return '''%s#pragma GCC diagnostic ignored "-Wpedantic"
#include <stddef.h>
#include <string.h>

#include "iq_cuda_protos.h"
#include "iq_cuda_stubs.h"

const struct iq_cuda_proc iq_cuda_procs[] = {
%s};
const unsigned iq_cuda_proc_count = %d;

void *iq_cuda_proc_find(const char *name, int version, int thread, int *known)
{
    unsigned low = 0, high = iq_cuda_proc_count;
    while (low < high) {        /* first row of the name */
        unsigned mid = low + (high - low) / 2;
        if (strcmp(iq_cuda_procs[mid].name, name) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    void *found[2] = { NULL, NULL };
    int has_twin = 0;
    *known = 0;
    for (; low < iq_cuda_proc_count && strcmp(iq_cuda_procs[low].name, name) == 0; low++) {
        *known = 1;
        has_twin |= iq_cuda_procs[low].thread;
        if (iq_cuda_procs[low].since <= version)
            found[iq_cuda_procs[low].thread] = iq_cuda_procs[low].pointer;
    }
    return found[thread && has_twin];
}
''' % (NOTE, lines, len(rows))


# --- tests: fake libraries and forwarding -----------------------------------------------------------------------------

def sentinel(row):
    return 0x10000000 + sum(row.cname.encode()) * 65536 % 0x40000000 + len(row.args)


def emit_fake(api):
    """A library that exports every symbol, remembers what it got and answers with a code that only this symbol has."""
    def emit(rows, **_):
        out = [NOTE, '#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n\n#include "iq_%s_protos.h"\n' % api,
               '#include "fake.h"\n\n', PACK, '__attribute__((visibility("default"))) struct iq_fake iq_fake;\n\n']
        for r in (r for r in rows if r.api == api and not r.hand):
            block, args = pack_block(r)
            sizes = ', '.join('sizeof(%s)' % a.type if a.cls == 'struct' else '0' for a in r.args) or '0'
            out.append('%s\n{\n%s    static const uint16_t iq_sizes[] = { %s };\n    fake_record(&iq_fake, %s, %s, iq_sizes, %d);\n' % (
                r.prototype(), block, sizes, quote(r.cname), args, len(r.args)))
            if r.ret == 'void':
                out.append('}\n\n')
            elif r.status:
                out.append('    return (%s)fake_answer(&iq_fake, %d);\n}\n\n' % (r.ret, sentinel(r)))
            else:
                out.append('    %s iq_v;\n    memset(&iq_v, 0x5a, sizeof iq_v);\n    return iq_v;\n}\n\n' % r.ret)
        return ''.join(out)
    return emit


def emit_forward(api):
    """Calls every wrapper with arguments of a pattern; the fake must see the same ones, the caller its answer."""
    def emit(rows, **_):
        out = [NOTE, '#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n\n#include "iq_%s_protos.h"\n#include "iq_entries.h"\n#include "forward.h"\n\n' % api]
        table = []
        for r in (r for r in rows if r.api == api and not r.hand):
            out.append('static void call_%s(void *wrapper)\n{\n' % r.cname)
            for i, a in enumerate(r.args):
                out.append('    static %s %s;\n    forward_fill((void *)&%s, sizeof(%s), %d, %s);\n' % (
                    a.type.replace('const ', '', 1) if a.cls == 'struct' else a.type, a.name, a.name, a.type, i, quote(a.base)))
            call = '((%s)wrapper)(%s)' % (pointer_type(r), names(r))
            if r.status:
                out.append('    forward_check_status(%s, (int64_t)%s, %d);\n' % (quote(r.cname), call, sentinel(r)))
            elif r.ret == 'void':
                out.append('    %s;\n' % call)
            else:
                out.append('    %s iq_v = %s;\n    forward_check_bytes(%s, (const void *)&iq_v, sizeof iq_v);\n' % (r.ret, call, quote(r.cname)))
            for i, a in enumerate(r.args):
                out.append('    forward_check_arg(%s, %d, (const void *)&%s, sizeof(%s), %d);\n' % (
                    quote(r.cname), i, a.name, a.type, a.cls == 'struct'))
            out.append('}\n')
            table.append('    { %s, IQ_ID_%s, call_%s },\n' % (quote(r.cname), r.cname, r.cname))
        out.append('\nconst struct forward_case forward_cases_%s[] = {\n%s    { NULL, 0, NULL }\n};\n' % (api, ''.join(table)))
        return '#pragma GCC diagnostic ignored "-Wpedantic"\n' + ''.join(out)
    return emit


# --- documentation ----------------------------------------------------------------------------------------------------

def emit_coverage(rows, **_):
    out = ['# Entry points\n\nMade by tools/apigen.py.  "effects" names the code of calls whose row says not all.\n']
    for api in [a for a in APIS if any(r.api == a for r in rows)]:
        part = [r for r in rows if r.api == api]
        out.append('\n## %s: %d symbols, %d names, %d effects\n\n| symbol | family | since | words | effects |\n| --- | --- | --- | --- | --- |\n' % (
            api, len(part), len({r.name for r in part}), len({r.effects for r in part if r.effects})))
        for r in part:
            flags = ' '.join(f.lower() for f in r.flags)
            out.append('| %s | %s | %d.%d | %s | %s |\n' % (r.cname, r.family, r.since // 1000, r.since % 1000 // 10, flags, r.effects or ''))
    return ''.join(out)


FILES = {'iq_entries.h': emit_entries_h, 'iq_entries.c': emit_entries_c, 'iq_cuda_protos.h': emit_protos('cuda'),
         'iq_cudart_protos.h': emit_protos('cudart'), 'real_cuda.h': emit_real_h, 'wrap_cuda.c': emit_wrap_cuda,
         'wrap_cudart.c': emit_wrap_cudart, 'wrap_opencl.c': emit_wrap_opencl, 'iq_opencl_protos.h': emit_protos('opencl'),
         'real_vulkan.h': emit_real_vulkan_h, 'wrap_vulkan.c': emit_wrap_vulkan,
         'wrap_exported.c': emit_wrap_exported, 'soft_cuda.map': emit_map('cuda', ['inquest_soft_*']), 'soft_cudart.map': emit_map('cudart', []),
         'stubs_cuda.c': emit_stubs, 'iq_cuda_stubs.h': emit_stubs_h,
         'procs_cuda.c': emit_procs_c, 'fake_cuda.c': emit_fake('cuda'),
         'fake_cudart.c': emit_fake('cudart'), 'forward_cuda.c': emit_forward('cuda'), 'forward_cudart.c': emit_forward('cudart'),
         'fail_names.inc': emit_fail_names, 'api-coverage.md': emit_coverage}


# --- signatures, for the launcher -----------------------------------------------------------------------------------

PARAMETERS = {'NEW': 'OUT', 'NEWMEM': 'OUT', 'OUT': 'OUT', 'OUTLIST': 'OUT', 'PARAMS': 'DATA', 'ARGS': 'DATA', 'EXTRA': 'DATA',
              'CONFIG': 'DATA', 'INOUT': 'DATA', 'LIST': 'DATA', 'WAITS': 'DATA', 'STR': 'DATA', 'PATH': 'DATA', 'IMAGE': 'DATA',
              'CALLBACK': 'CALLBACK'}


def parameter_kind(arg):
    if arg.cls == 'struct':
        return 'STRUCT'
    if arg.name == 'fatCubinHandle':
        return 'ADDRESS'
    if arg.role in PARAMETERS:
        return PARAMETERS[arg.role]
    if arg.base in ('float', 'double') and arg.cls == 'scalar':
        return arg.base.upper()
    return 'ADDRESS' if arg.cls in ('pointer', 'function') or arg.kind != 'NONE' or arg.role in ('READ', 'WRITE', 'POINTER') else 'VALUE'


STATE_NAMES = re.compile(r'cuInit|cuCtx(Create|Destroy|Push|Pop|SetCurrent)|cuDevicePrimaryCtx(Retain|Release|Reset)|cudaSetDevice|cudaDeviceReset|'
                         r'(cu|cuda)StreamBeginCapture|(cu|cuda)StreamEndCapture|(cu|cuda)ThreadExchangeStreamCaptureMode')


def emit_signatures(rows, **_):
    out = [NOTE, '#include "reproduce/signature.h"\n', abi_includes(rows), '\n']
    out.append('const struct iq_parameter iq_parameters[] = {\n')
    first, count = {}, 0
    for r in rows:
        first[r.cname] = count
        count += len(r.args)
        for a in r.args:
            out.append('    { %s, IQ_PARAMETER_%s, sizeof(%s), %d, %d, %d },\n' % (
                quote(a.name), parameter_kind(a), a.type, r.index(a.size),
                int(a.role == 'NEWMEM') | int(a.role == 'POINTER' and 'HIDDEN' in r.flags) * 2,
                int(a.cls in ('pointer', 'function') and not a.type.endswith('_v1'))))
    out.append('};\n')
    out.append('const struct iq_signature iq_signatures[] = {\n')
    for r in rows:
        accesses = any(a.role in ('READ', 'WRITE', 'READ_OBJECT', 'WRITE_OBJECT') and a.space != 'HOST' for a in r.args) and 'ASYNC' not in r.flags
        asks = 'QUERY' in r.flags or r.name in ('cudaGetLastError', 'cudaPeekAtLastError')
        work = 'ASYNC' in r.flags or 'LAUNCH' in r.flags
        flags = [f for f, on in (('WORK', work), ('STATE', STATE_NAMES.match(r.name)), ('ACCESS', accesses), ('ASKS', asks), ('HIDDEN', 'HIDDEN' in r.flags)) if on]
        out.append('    { %s, %s, %s, %d, %d, %s, %d, %s },\n' % (
            quote(r.cname), quote(r.symbol), quote(r.api), first[r.cname], len(r.args),
            '0' if r.ret == 'void' else 'sizeof(%s)' % r.ret, int(r.returned is not None),
            ' | '.join('IQ_SIGNATURE_' + f for f in flags) or '0'))
    out.append('};\nconst uint32_t iq_signature_count = %d;\n' % len(rows))
    return ''.join(out)


FILES['iq_signatures.c'] = emit_signatures


def emit_all(out, types, rows, dispatch):
    os.makedirs(out, exist_ok=True)
    for name, emit in FILES.items():
        text = emit(rows=rows, types=types, dispatch=dispatch)
        path = os.path.join(out, name)
        try:
            with open(path, encoding='utf-8') as f:
                if f.read() == text:
                    continue
        except OSError:
            pass
        with open(path + '.new', 'w', encoding='utf-8') as f:
            f.write(text)
        os.replace(path + '.new', path)

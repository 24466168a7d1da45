#!/usr/bin/env python3
"""Reads the API table (api/) and writes everything that is generated from it.

  apigen.py --api DIR --kinds FILE --operations FILE --out DIR [--effects FILE...]

Words of the table are described in api/roles.h.  Names of generated files and what they hold: docs/howto/add-entry-point.md.
Every file is written only when its content changes, so that a build after an unrelated edit stays small.
"""
import argparse
import glob
import os
import re
import sys

from apigen_emit import APIS, emit_all

SPACES = {'DEV': 'DEVICE', 'HOST': 'HOST', 'ANY': 'ANY', 'KIND': 'BY_KIND'}
# word -> role; the words that take a kind, a size or a set are handled in Arg.apply
ROLES = {'NEW': 'NEW', 'GET': 'OUT', 'DEL': 'DEL', 'USE': 'USE', 'CURRENT': 'CURRENT', 'STREAM': 'STREAM', 'SIGNAL': 'SIGNAL',
         'WAIT': 'WAIT', 'ASK': 'QUERY', 'FUNC': 'FUNC', 'DEVICE': 'DEVICE', 'NEWMEM': 'NEWMEM', 'DELMEM': 'DELMEM',
         'REGMEM': 'REGMEM', 'UNREGMEM': 'UNREGMEM', 'RD': 'READ', 'WR': 'WRITE', 'PTR': 'POINTER', 'HOSTPTR': 'POINTER', 'SYM': 'SYMBOL',
         'SIZE': 'SIZE', 'COUNT': 'COUNT', 'OFFSET': 'OFFSET', 'GRID': 'GRID', 'BLOCK': 'BLOCK', 'SHARED': 'SHARED',
         'CONFIG': 'CONFIG', 'ARGS': 'ARGS', 'EXTRA': 'EXTRA', 'IMAGE': 'IMAGE', 'PATH': 'PATH', 'STR': 'STR', 'PARAMS': 'PARAMS', 'OUT': 'OUT',
         'INOUT': 'INOUT', 'CB': 'CALLBACK', 'USER': 'USER', 'FLAGS': 'FLAGS', 'VAL': 'VALUE',
         'RETAIN': 'RETAIN', 'RELEASE': 'RELEASE', 'LIST': 'LIST', 'WAITS': 'WAITS', 'OUTLIST': 'OUTLIST', 'BLOCKING': 'BLOCKING',
         'RDMEM': 'READ_OBJECT', 'WRMEM': 'WRITE_OBJECT', 'RDBOX': 'READ_OBJECT', 'WRBOX': 'WRITE_OBJECT',
         'RDPACKED': 'READ_OBJECT', 'WRPACKED': 'WRITE_OBJECT', 'MAP': 'MAP_OBJECT', 'MAPBOX': 'MAP_OBJECT',
         'RDROWS': 'READ', 'WRROWS': 'WRITE', 'TRIPLE': 'PARAMS', 'SIZES': 'PARAMS'}
# words about parts of memory objects -> names of the arguments that say which part
EXTENTS = {'RDMEM': ('offset', 'size'), 'WRMEM': ('offset', 'size'), 'MAP': ('offset', 'size'),
           'RDBOX': ('origin', 'region', 'row_pitch', 'slice_pitch'), 'WRBOX': ('origin', 'region', 'row_pitch', 'slice_pitch'),
           'MAPBOX': ('origin', 'region'), 'RDPACKED': ('offset', 'region', 'image'), 'WRPACKED': ('offset', 'region', 'image'),
           'RDROWS': ('origin', 'region', 'row_pitch', 'slice_pitch', 'image'),
           'WRROWS': ('origin', 'region', 'row_pitch', 'slice_pitch', 'image')}
EXTENT_NAMES = ('offset', 'origin', 'region', 'row_pitch', 'slice_pitch', 'image')
CALL_FLAGS = {'ASYNC': 'ASYNC', 'QUERY': 'QUERY', 'LAUNCH': 'LAUNCH', 'RESET': 'RESET', 'INIT': 'INIT', 'NOCTX': 'NO_CONTEXT',
              'LASTERROR': 'GET_LAST_ERROR', 'PEEKERROR': 'PEEK_LAST_ERROR', 'PASS': 'NO_STATUS', 'PUSHCONFIG': 'PUSH_CONFIG', 'PLAIN': 'PLAIN', 'TELLS': 'TELLS', 'TRIED': 'TRIED',
              'STATE': 'STATE', 'IPC': 'IPC', 'RIGHTS': 'RIGHTS',
              'SYNC(context)': 'SYNC_CTX', 'SYNC(stream)': 'SYNC_STREAM', 'SYNC(event)': 'SYNC_EVENT',
              'SYNC(host)': 'SYNC_HOST'}
KIND_OF_ROLE = {'STREAM': 'STREAM', 'FUNC': 'KERNEL', 'UNREGMEM': 'REGISTERED_MEMORY', 'REGMEM': 'REGISTERED_MEMORY', 'SYM': 'SYMBOL'}
SCALARS = {'char': 'INT', 'int': 'INT', 'short': 'INT', 'long': 'INT', 'long long': 'INT', 'float': 'FLOAT', 'double': 'DOUBLE',
           'int64_t': 'INT', 'size_t': 'SIZE', 'void': 'HEX'}


# What calls that only ask are made of, and what speaks against that.
ASKING = {'VALUE', 'SIZE', 'COUNT', 'ENUM', 'FLAGS', 'DEVICE', 'POINTER', 'OUT', 'INOUT'}
ASKED_AT = 3        # see IQ_ASKED_AT of src/call/query.h
LEARNT_FROM = {'ASYNC', 'SYNC_CTX', 'SYNC_STREAM', 'SYNC_EVENT', 'SYNC_HOST', 'LAUNCH', 'RESET', 'PUSH_CONFIG', 'PLAIN', 'STATE', 'IPC', 'HIDDEN'}
IN_REGISTERS = 6


class TableError(Exception):
    pass


def read(path):
    with open(path, encoding='utf-8') as f:
        return f.read()


def strip_comments(text):
    return re.sub(r'/\*.*?\*/', lambda m: '\n' * m.group().count('\n'), text, flags=re.S)


def split_top(text):
    """Splits at commas outside parentheses."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == '(') - (c == ')')
        if c == ',' and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [p.strip() for p in parts if p.strip()]


class Types:
    """What the ABI headers say about type names: typedef chains, enums with their constants, macros with numeric values."""

    def __init__(self, api):
        self.alias, self.enums, self.aggregates, self.functions, self.values = {}, {}, set(), set(), {}
        self.folder = api
        self.words = {'long', 'double', 'char', 'short'}     # of all types there are
        for path in sorted(glob.glob(os.path.join(api, 'abi', '*_abi.h'))):
            text = strip_comments(read(path))
            self.words.update(re.findall(r'\w+', text))
            self.scan(text)
        kinds = dict(line.split() for line in read(os.path.join(api, 'types.in')).splitlines()
                     if line and not line.startswith('#'))
        self.statuses = {name for name, kind in kinds.items() if kind == 'status'}
        self.handles = {name: kind for name, kind in kinds.items() if kind != 'status'}
        self.sets = {}
        for line in read(os.path.join(api, 'flags.in')).splitlines():
            if line and not line.startswith('#'):
                name, members = line.split(':')
                self.sets[name] = [(m, self.values[m]) for m in members.split()]

    def scan(self, text):
        for m in re.finditer(r'enum (\w+)? ?\{([^}]*)\}\s*(\w+)?;', text):
            members = re.findall(r'(\w+) = ([^,\n]+?)(?=,|\s*$|\n)', m.group(2).strip())
            members = [(n, int(eval(v, {'__builtins__': {}}))) for n, v in members]
            self.values.update(members)
            for name in filter(None, (m.group(1), m.group(3))):
                self.enums[name] = members
        for m in re.finditer(r'typedef (struct|union) ?(\w+)? ?\{.*?^\} ?(\w+);', text, re.S | re.M):
            self.aggregates.update(filter(None, m.groups()[1:]))
        for m in re.finditer(r'^(?:struct|union) (\w+) \{', text, re.M):
            self.aggregates.add(m.group(1))
        for m in re.finditer(r'typedef [^;{]*?\(\*(\w+)\)\(', text):
            self.functions.add(m.group(1))
        for m in re.finditer(r'^typedef ([^;{(]+?[ *])(\w+);', text, re.M):
            self.alias[m.group(2)] = m.group(1).strip()
        for m in re.finditer(r'^#define (\w+) (0x[0-9A-Fa-f]+|\d+)$', text, re.M):
            self.values[m.group(1)] = int(m.group(2), 0)

    def resolve(self, name):
        """Follows typedefs of a by-value type to ('enum', tag), ('struct', name), ('function', name), ('pointer', t) or a scalar."""
        name = re.sub(r'\bconst\b', '', name).strip()
        seen = 0
        while seen < 8:
            seen += 1
            if name.endswith('*'):
                return 'pointer', name
            if name.startswith('enum '):
                return 'enum', name[5:]
            if name.startswith(('struct ', 'union ')):
                return 'struct', name.split()[1]
            if name in self.functions:
                return 'function', name
            if name in self.enums:
                return 'enum', name
            if name in self.aggregates:
                return 'struct', name
            if name not in self.alias:
                break
            name = self.alias[name]
        return 'scalar', name


class Arg:
    def __init__(self, text, types, returned=False):
        self.words = []
        while True:
            m = re.match(r'([A-Z]+)(\([^)]*\))?\s+(?=\S)', text)
            if not m or (m.group(1) not in ROLES and m.group(1) not in ('OPT', 'UNIT', 'EACH')):
                break
            self.words.append((m.group(1), split_top(m.group(2)[1:-1]) if m.group(2) else []))
            text = text[m.end():]
        m = re.match(r'(.*?[ *])(\w+)$', text)
        if not m:
            raise TableError('cannot read argument: ' + text)
        self.type, self.name = m.group(1).strip(), m.group(2)
        unknown = [w for w in re.findall(r'\w+', self.type) if w not in types.words]
        if unknown:
            raise TableError('%s is no word of api/roles.h and no type of api/abi: %s' % (unknown[0], text))
        self.optional, self.kind, self.space, self.size, self.unit, self.set = 0, 'NONE', 'NONE', None, 1, None
        self.pitch = self.rows = self.element = None
        self.extent = {}
        self.needed = self.multiple = self.each = 0
        self.returned = returned
        self.cls, self.base = types.resolve(self.type)
        self.pointee = self.type[:-1].strip() if self.type.endswith('*') else None
        self.role = self.default_role(types)
        for word, params in self.words:
            self.apply(word, params, types)
        self.form = self.find_form(types)

    def default_role(self, types):
        if self.type in types.handles:
            self.kind = types.handles[self.type].upper()
            self.optional = int(self.kind == 'STREAM')
            return 'FUNC' if self.kind == 'KERNEL' else 'USE'
        if self.type == 'enum cudaMemcpyKind':
            self.set = self.base
            return 'MEMKIND'
        if self.type == 'CUdevice':
            return 'DEVICE'
        if self.cls == 'enum':
            self.set = self.base
            return 'ENUM'
        if self.cls == 'function':
            return 'CALLBACK'
        if self.type == 'const char *':
            return 'STR'
        if self.pointee is not None:
            if self.pointee.startswith('const ') and not self.pointee.endswith('*'):
                return 'PARAMS'
            return 'POINTER' if self.type == 'void *' else 'OUT'
        if self.type in ('size_t', 'VkDeviceSize'):
            return 'SIZE'
        return 'VALUE'

    def apply(self, word, params, types):
        if word == 'OPT':
            self.optional = 1
            return
        if word == 'EACH':
            self.each = 1
            return
        if word == 'UNIT':
            self.multiple = int(params[0])
            return
        self.role = ROLES[word]
        if word in ('NEW', 'GET', 'DEL', 'USE', 'CURRENT', 'SIGNAL', 'WAIT', 'ASK', 'DELMEM', 'NEWMEM'):
            if not params:
                raise TableError('%s needs a kind: %s' % (word, self.name))
            self.kind = params[0].upper()
            self.size = params[1] if len(params) > 1 else None
        elif word in ('RD', 'WR'):
            if params[0] not in SPACES:
                raise TableError('%s: the space is %s, not %s' % (self.name, ' or '.join(SPACES), params[0]))
            self.space = SPACES[params[0]]
            self.size = params[1] if len(params) > 1 else None
            typed = len(params) > 2 and not params[2].isdigit()
            self.element = params[2] if typed else None
            self.unit = int(params[2]) if len(params) > 2 and not typed else 1
            self.pitch, self.rows = params[3:5] if len(params) == 5 else (None, None)
        elif word == 'HOSTPTR':
            self.space = 'HOST'
        elif word in ('REGMEM', 'SYM', 'PARAMS'):
            self.size = params[0] if params else None
        elif word in ('RETAIN', 'RELEASE'):
            self.kind = params[0].upper()
        elif word in ('LIST', 'OUTLIST', 'WAITS', 'SIZES'):
            if word in ('LIST', 'OUTLIST'):
                self.kind = params[0].upper()
            elif word == 'WAITS':
                self.kind = 'CL_EVENT'
            self.size = params[-1]
        elif word in EXTENTS:
            names = EXTENTS[word]
            if len(params) > len(names) or len(params) < 2:
                raise TableError('%s: wrong number of parameters: %s' % (word, self.name))
            self.extent = {n: v for n, v in zip(names, params) if v != '0'}
            self.size = self.extent.pop('size', None)
            if self.type == 'cl_mem':
                self.kind = 'CL_IMAGE' if word.endswith('BOX') and 'row_pitch' not in self.extent else 'CL_BUFFER'
            else:
                self.space = 'HOST'
        elif word == 'FLAGS':
            self.set = params[0]
            if params[0] not in types.sets:
                cls, tag = types.resolve(params[0])
                if cls != 'enum':
                    raise TableError('no such set: ' + params[0])
                self.set = tag
            if len(params) > 1:
                if params[1] not in types.values:
                    raise TableError('no such constant: ' + params[1])
                self.needed = types.values[params[1]]
        self.kind = KIND_OF_ROLE.get(word, self.kind)

    def passes(self):
        named = self.role == 'FUNC' and self.type == 'const void *'     # by its host function
        return self.cls != 'struct' and self.base not in ('float', 'double') and (
            named or self.role == 'OUT' or (self.role in ASKING and self.kind == 'NONE'))

    def find_form(self, types):
        if self.set:
            return 'SET'
        if any(w == 'TRIPLE' for w, _ in self.words):
            return 'TRIPLE'
        if any(w == 'SIZES' for w, _ in self.words):
            return 'SIZES'
        if self.role in ('LIST', 'WAITS'):
            return 'HANDLES'
        if self.role in ('STR', 'PATH'):
            return 'STR'
        if self.pointee is not None:
            if self.role not in ('OUT', 'INOUT', 'NEW', 'NEWMEM'):
                return 'PTR'
            cls, base = types.resolve(self.pointee)
            if self.pointee in types.handles or cls == 'pointer' or self.pointee.startswith('CUdeviceptr'):
                return 'OUT_PTR'
            if self.pointee in ('size_t', 'VkDeviceSize'):
                return 'OUT_SIZE'
            return 'OUT_INT' if cls == 'enum' or base in ('int', 'unsigned int', 'uint32_t', 'CUdevice') else 'PTR'
        if self.type in types.handles:
            return 'HANDLE'
        if self.type.startswith('CUdeviceptr') or self.cls in ('function', 'pointer'):
            return 'PTR'
        if self.type == 'dim3':
            return 'DIM3'
        if self.cls == 'struct':
            return 'STRUCT'
        if self.role in ('SIZE', 'SHARED'):
            return 'SIZE'
        return SCALARS.get(self.base, 'UINT')


class Row:
    """One exported symbol."""

    def __init__(self, api, family, since, words, ret, cname, args, is_status, twin=''):
        self.api, self.family, self.since, self.words, self.ret, self.args = api, family, since, words, ret, args
        base = re.sub(r'_abi\d+$', '', cname)
        self.cname, self.symbol = cname + twin, base + twin
        self.name = next((w[6:-1] for w in words if w.startswith('NAMED(')), re.sub(r'_v\d$', '', base))
        self.twin = bool(twin)
        self.until = next((int(w[6:-1]) for w in words if w.startswith('UNTIL(')), 0)
        self.hand = 'HAND' in words
        self.bare = 'BARE' in words
        self.returned = next((a for a in args if a.returned), None)
        self.errcode = any(a.name == 'errcode_ret' for a in args)
        self.status = is_status or self.returned is not None
        self.effects = next((w[3:-1] for w in words if w.startswith('FX(')), None)
        self.shape = next((w[3:-1] for w in words if w.startswith('AS(')), None)
        self.quick = next((w[6:-1] for w in words if w.startswith('QUICK(')), None)
        self.look = next((w[5:-1] for w in words if w.startswith('LOOK(')), None)
        self.nodes = next((w[5:-1].split(', ') for w in words if w.startswith('NODE(')), [])
        self.flow = next((w[5:-1] for w in words if w.startswith('FLOW(')), 'none')
        self.operation = next((w[3:-1] for w in words if w.startswith('OP(')), 'none')
        self.flags = [CALL_FLAGS[w] for w in words if w in CALL_FLAGS]
        if api in ('opencl', 'vulkan') and self.effects and self.effects != 'vk_record':    # most commands are only noted
            self.flags.append('TELLS')
        if not self.status and 'NO_STATUS' not in self.flags:
            raise TableError('PASS is missing: ' + cname)
        if api == 'cudart':
            self.flags += [f for f in ('INIT', 'NO_CONTEXT') if f not in self.flags]
        if twin:
            self.flags.append('PTSZ')
        if ret == 'void':
            self.flags.append('VOID')
        if self.name.startswith('_'):       # what a compiler or a runtime writes, not a programmer
            self.flags.append('HIDDEN')
        if self.passes():
            self.flags.append('PASSES')
        if self.asks():
            self.flags.append('ASKS')
        unknown = [w for w in words if w not in CALL_FLAGS and w not in ('HAND', 'BARE') and
                   not re.match(r'(PT[SD][ZS]|FX|AS|LOOK|NODE|FLOW|OP|QUICK|NAMED|UNTIL|MAKES|MAKESMEM|MAKESOUT)\b', w)]
        if unknown:
            raise TableError('unknown words %s: %s' % (unknown, cname))
        for a in args:
            for other in filter(None, (a.size, a.pitch, a.rows, a.element, *a.extent.values())):
                if other not in [x.name for x in args]:
                    raise TableError('%s: no argument %s' % (cname, other))
            if a.kind == 'STREAM' and a.role == 'USE' and not a.words and 'ASYNC' in words:
                a.role = 'STREAM'

    def may_pass(self):
        return (self.api in ('cuda', 'cudart') and self.status and not self.hand and len(self.args) <= IN_REGISTERS
                and not (self.effects or self.shape or self.look or self.nodes or set(self.flags) & LEARNT_FROM)
                and self.flow == 'none')

    def only_asks(self, arg):
        """Is there nothing to be learnt from this argument?  Of a list of attributes of an address neither."""
        return arg.passes() or (arg.role == 'PARAMS' and 'QUERY' in self.flags and any(a.role == 'POINTER' for a in self.args))

    def passes(self):
        """Integers and addresses in, a status out, and nothing about objects or memory: see src/call/query.h."""
        return self.may_pass() and all(self.only_asks(a) for a in self.args)

    def asks(self):
        """The same about a stream or an event, which comes first, or about a function, which the thunks look for among the first arguments."""
        handles = [i for i, a in enumerate(self.args) if a.kind != 'NONE']
        if self.passes() or not self.may_pass() or len(handles) != 1 or not all(a.passes() for a in self.args if a.kind == 'NONE'):
            return False
        at, asked = handles[0], self.args[handles[0]]
        if asked.role == 'FUNC':
            return at < ASKED_AT and any(a.role == 'OUT' for a in self.args)
        return at == 0 and asked.role in ('USE', 'QUERY') and asked.kind in ('STREAM', 'EVENT')

    def own_args(self):
        """The arguments of the C function."""
        return [a for a in self.args if not a.returned]

    def index(self, name):
        return [a.name for a in self.args].index(name) if name else -1

    def prototype(self, name=None):
        params = ', '.join(a.type + ('' if a.type.endswith('*') else ' ') + a.name for a in self.own_args()) or 'void'
        return '%s%s%s(%s)' % (self.ret, '' if self.ret.endswith('*') else ' ', name or self.cname, params)


def returned_arg(words, ret, types):
    """What the call makes and returns, as an argument of its own: the address of the returned value."""
    for w in words:
        m = re.match(r'MAKES(MEM|OUT)?(?:\((.*)\))?$', w)
        if m:
            word = {'MEM': 'NEWMEM(%s)', 'OUT': 'OUT', None: 'NEW(%s)'}[m.group(1)]
            return [Arg('%s %s *returned' % (word % m.group(2) if m.group(2) else word, ret), types, True)]
    return []


def parse_row(api, family, since, words, proto, types):
    """The row of a prototype, and its per-thread twin if it has one."""
    words = re.findall(r'\w+(?:\([^)]*\))?', words)
    proto = ' '.join(proto.split())
    p = re.match(r'(.*?[ *])(\w+)\((.*)\)$', proto)
    if not p:
        raise TableError('cannot read: ' + proto)
    args = [] if p.group(3) == 'void' else [Arg(a, types) for a in split_top(p.group(3))]
    ret = p.group(1).strip()
    args += returned_arg(words, ret, types)
    rows = [Row(api, family, since, words, ret, p.group(2), args, ret in types.statuses)]
    for w in words:
        if w.startswith(('PTSZ', 'PTDS')):
            version = int(w[5:-1]) if '(' in w else max(7000, since)
            rows.append(Row(api, family, version, words, ret, p.group(2), args, ret in types.statuses, '_' + w[:4].lower()))
    return rows


def parse_family(api, path, types):
    """The rows of a file.  Errors say file and line as those of a compiler do."""
    family = os.path.basename(path)[:-len('.api.h')]
    text = strip_comments(read(path))
    pos, rows = 0, []

    def refuse(start, why):
        line = text.count('\n', 0, start + len(text[start:]) - len(text[start:].lstrip())) + 1
        raise TableError('%s:%d: %s' % (path, line, why))
    for m in re.finditer(r'\s*API\((\d+)((?:[^()]|\([^()]*\))*)\)\s+([^;]*?);', text):
        if text[pos:m.start()].strip():
            refuse(pos, 'cannot read: %.60s' % text[pos:m.start()].strip())
        pos = m.end()
        try:
            rows += parse_row(api, family, int(m.group(1)), m.group(2), m.group(3), types)
        except (TableError, ValueError) as e:
            refuse(m.start(), e)
    if text[pos:].strip():
        refuse(pos, 'cannot read: %.60s' % text[pos:].strip())
    return rows


def find_effects(paths):
    found = set()
    for path in paths:
        text = read(path)
        found.update(re.findall(r'\bvoid iq_fx_(\w+)\(struct iq_call', text))
        found.update('LOOK ' + name for name in re.findall(r'\bvoid iq_look_(\w+)\(struct iq_call', text))
        found.update('AS ' + name for name in re.findall(r'^const struct iq_shape iq_shape_(\w+) =', text, re.M))
    return found


def check_effects(rows, effects):
    """Words that name functions name ones that exist."""
    for r in rows:
        for word, name, found in (('FX', r.effects, r.effects), ('AS', r.shape, 'AS %s' % r.shape), ('LOOK', r.look, 'LOOK %s' % r.look)):
            if name and found not in effects:
                raise TableError('%s(%s): no file of effects has it: %s' % (word, name, r.cname))


def check_operations(rows, operations):
    """Each operation of a row is one of the list, and each of the list has a row."""
    used = {r.operation.upper() for r in rows} - {'NONE'}
    for name in sorted(used ^ operations):
        raise TableError('OP(%s): %s' % (name.lower(), 'not in operations.def' if name in used else 'no row has it'))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--api', required=True)
    parser.add_argument('--kinds', required=True)
    parser.add_argument('--operations', required=True)
    parser.add_argument('--out', required=True)
    parser.add_argument('--effects', nargs='*', default=[])
    options = parser.parse_args()
    try:
        types = Types(options.api)
        rows = []
        for api in APIS:
            part = []
            for path in sorted(glob.glob(os.path.join(options.api, api, '*.api.h'))):
                part += parse_family(api, path, types)
            # a runtime symbol may have several forms; the one for the oldest runtimes comes first
            part.sort(key=lambda r: (r.symbol, r.until or 99999))
            names = [r.cname for r in part]
            twice = {n for n in names if names.count(n) > 1}
            if twice:
                raise TableError('rows twice: ' + ' '.join(sorted(twice)))
            rows += part
        kinds = set(re.findall(r'^IQ_KIND\((\w+),', read(options.kinds), re.M)) | {'NONE'}
        for r in rows:
            for a in r.args:
                if a.kind not in kinds:
                    raise TableError('%s: unknown kind %s' % (r.cname, a.kind.lower()))
        dispatch = [line for line in read(os.path.join(options.api, 'opencl/dispatch.in')).splitlines() if line and line[0] != '#']
        check_effects(rows, find_effects(options.effects))
        check_operations(rows, set(re.findall(r'^IQ_OPERATION\((\w+)\)', read(options.operations), re.M)))
        emit_all(options.out, types, rows, dispatch)
    except TableError as e:
        sys.exit('apigen: %s' % e)


if __name__ == '__main__':
    main()

#!/usr/bin/env python3
"""Writes instructions.txt: every arithmetic instruction with operands and results computed here, exactly, with Python's
integers and fractions.  Format: a line `@ TEMPLATE | OUT... = IN...` with the register types (pred b16 b32 b64), then one
line per case: inputs in hexadecimal, `=`, results; `~N` before a result allows N units in the last place.
%d %e are results, %a %b %c %f inputs.  The same file is run by tests/unit/ptx_instructions_test.c."""
import itertools
import math
import random
import struct
import sys
from fractions import Fraction

import packed_cases

rng = random.Random(7)
out = []
W = {'b16': 16, 'b32': 32, 'b64': 64, 'pred': 1}
EDGE = {w: [0, 1, 2, 3, (1 << w) - 1, (1 << w) - 2, 1 << (w - 1), (1 << (w - 1)) - 1, 0x1234567890abcdef & ((1 << w) - 1)] for w in (16, 32, 64)}


def emit(template, outs, ins, cases):
    out.append(f"@ {template} | {' '.join(outs)} = {' '.join(ins)}")
    for i, o in cases:
        out.append(' '.join(f'{v:x}' for v in i) + ' = ' + ' '.join(v if isinstance(v, str) else f'{v & ((1 << W[t]) - 1):x}' for v, t in zip(o, outs)))


def signed(v, w):
    return v - (1 << w) if v >> (w - 1) & 1 else v


def inputs(widths, n=32):
    seen = []
    for k in range(n):
        seen.append([k >> 1 & 1 if w == 1 else EDGE[w][(k * (3 + 2 * j) + k // 9 + j) % len(EDGE[w])] if k < 20 else rng.getrandbits(w)
                     for j, w in enumerate(widths)])
    return seen


def integer(name, w, fn, n=2, is_signed=False, dw=None, widths=None):
    """d = fn(operands) with operands as signed or unsigned numbers"""
    t, d = f'b{w}', f'b{dw or w}'
    ws = widths or [w] * n
    args = ', '.join(['%a', '%b', '%c', '%f'][:n])
    cases = []
    for i in inputs(ws):
        v = [signed(x, y) if is_signed and y >= 16 else x for x, y in zip(i, ws)]
        cases.append((i, [fn(*v)]))
    emit(f'{name} %d, {args};', [d], [f'b{x}' for x in ws], cases)


def clamp(v, lo, hi):
    return max(lo, min(hi, v))


def tdiv(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


for w in (16, 32, 64):
    m = (1 << w) - 1
    for s in ('u', 's'):
        t, sg = f'{s}{w}', s == 's'
        integer(f'add.{t}', w, lambda a, b: a + b, is_signed=sg)
        integer(f'sub.{t}', w, lambda a, b: a - b, is_signed=sg)
        integer(f'mul.lo.{t}', w, lambda a, b: a * b, is_signed=sg)
        integer(f'mul.hi.{t}', w, lambda a, b: a * b >> w, is_signed=sg)
        integer(f'mad.lo.{t}', w, lambda a, b, c: a * b + c, 3, sg)
        integer(f'mad.hi.{t}', w, lambda a, b, c: (a * b >> w) + c, 3, sg)
        integer(f'min.{t}', w, min, is_signed=sg)
        integer(f'max.{t}', w, max, is_signed=sg)
        integer(f'sad.{t}', w, lambda a, b, c: c + abs(a - b), 3, sg)
        nz = [i for i in inputs([w, w], 40) if i[1] and not (sg and signed(i[1], w) == -1 and signed(i[0], w) == -(1 << (w - 1)))][:32]
        for op, fn in (('div', tdiv), ('rem', lambda a, b: a - b * tdiv(a, b))):
            emit(f'{op}.{t} %d, %a, %b;', [f'b{w}'], [f'b{w}'] * 2, [(i, [fn(*[signed(x, w) if sg else x for x in i])]) for i in nz])
        sh = [[EDGE[w][k % 9], [0, 1, 5, w - 1, w, w + 1, 255, 0xffffffff][k % 8]] for k in range(32)]
        emit(f'shr.{t} %d, %a, %b;', [f'b{w}'], [f'b{w}', 'b32'], [(i, [(signed(i[0], w) if sg else i[0]) >> min(i[1], w)]) for i in sh])
        if not sg:
            emit(f'shl.b{w} %d, %a, %b;', [f'b{w}'], [f'b{w}', 'b32'], [(i, [i[0] << min(i[1], w)]) for i in sh])
        if w < 64:
            integer(f'mul.wide.{t}', w, lambda a, b: a * b, is_signed=sg, dw=2 * w)
            integer(f'mad.wide.{t}', w, lambda a, b, c: a * b + c, 3, sg, 2 * w, [w, w, 2 * w])
        if w >= 32:
            ins = [[rng.getrandbits(w), k * 5 % 80, k * 7 % 70] for k in range(32)]

            def bfe(a, p, n):
                if not n:
                    return 0
                field = (a >> p) & ((1 << n) - 1) if p < w else 0
                top = a >> min(p + n - 1, w - 1) & 1
                have = max(0, min(n, w - p))
                return field | (~((1 << have) - 1) if sg and top else 0)
            emit(f'bfe.{t} %d, %a, %b, %c;', [f'b{w}'], [f'b{w}', 'b32', 'b32'], [(i, [bfe(*i)]) for i in ins])

            def bfind(a):
                v = signed(a, w) if sg else a
                v = ~v if v < 0 else v
                return v.bit_length() - 1
            emit(f'bfind.{t} %d, %a;', ['b32'], [f'b{w}'], [(i, [bfind(i[0])]) for i in inputs([w])])
            emit(f'bfind.shiftamt.{t} %d, %a;', ['b32'], [f'b{w}'], [(i, [w - 1 - bfind(i[0]) if bfind(i[0]) >= 0 else -1]) for i in inputs([w])])
            cc = [i for i in inputs([w] * 4)]
            pair = f'add.cc.{t} %d, %a, %b; addc.{t} %e, %c, %f;'
            emit(pair, [f'b{w}'] * 2, [f'b{w}'] * 4, [(i, [i[0] + i[1], i[2] + i[3] + ((i[0] + i[1]) >> w)]) for i in cc])
            pair = f'sub.cc.{t} %d, %a, %b; subc.{t} %e, %c, %f;'
            emit(pair, [f'b{w}'] * 2, [f'b{w}'] * 4, [(i, [i[0] - i[1], i[2] - i[3] - (i[0] < i[1])]) for i in cc])
            pair = f'sub.cc.{t} %d, %a, %b; addc.{t} %e, %c, %f;' # one flag: nothing borrowed is a carry
            emit(pair, [f'b{w}'] * 2, [f'b{w}'] * 4, [(i, [i[0] - i[1], i[2] + i[3] + (i[0] >= i[1])]) for i in cc])
            pair = f'add.cc.{t} %d, %a, %b; subc.{t} %e, %c, %f;'
            emit(pair, [f'b{w}'] * 2, [f'b{w}'] * 4, [(i, [i[0] + i[1], i[2] - i[3] - 1 + ((i[0] + i[1]) >> w)]) for i in cc])
            chain = f'add.cc.{t} %d, %a, %b; addc.cc.{t} %d, %c, %f; addc.{t} %e, 0, 0;'
            emit(chain, [f'b{w}'] * 2, [f'b{w}'] * 4, [(i, [i[2] + i[3] + ((i[0] + i[1]) >> w), (i[2] + i[3] + ((i[0] + i[1]) >> w)) >> w]) for i in cc])
            chain = f'sub.cc.{t} %d, %a, %b; subc.cc.{t} %d, %c, %f; subc.{t} %e, 0, 0;'
            emit(chain, [f'b{w}'] * 2, [f'b{w}'] * 4, [(i, [i[2] - i[3] - (i[0] < i[1]), -(i[2] < i[3] + (i[0] < i[1]))]) for i in cc])
            pair = f'mad.lo.cc.{t} %d, %a, %b, %c; madc.hi.{t} %e, %a, %b, %f;'
            emit(pair, [f'b{w}'] * 2, [f'b{w}'] * 4, [(i, [i[0] * i[1] + i[2], ((signed(i[0], w) * signed(i[1], w) if sg else i[0] * i[1]) >> w) + i[3] + (((i[0] * i[1] & m) + i[2]) >> w)]) for i in cc])
    integer(f'abs.s{w}', w, abs, 1, True)
    integer(f'neg.s{w}', w, lambda a: -a, 1, True)
    for op, fn in (('and', lambda a, b: a & b), ('or', lambda a, b: a | b), ('xor', lambda a, b: a ^ b)):
        integer(f'{op}.b{w}', w, fn)
    integer(f'not.b{w}', w, lambda a: ~a, 1)
    integer(f'cnot.b{w}', w, lambda a: int(a == 0), 1)
    emit(f'selp.b{w} %d, %a, %b, %c;', [f'b{w}'], [f'b{w}', f'b{w}', 'pred'], [(i, [i[0] if i[2] else i[1]]) for i in inputs([w, w, 1])])
    emit(f'mov.b{w} %d, %a;', [f'b{w}'], [f'b{w}'], [(i, i) for i in inputs([w])])
    emit(f'slct.u{w}.s32 %d, %a, %b, %c;', [f'b{w}'], [f'b{w}', f'b{w}', 'b32'], [(i, [i[0] if signed(i[2], 32) >= 0 else i[1]]) for i in inputs([w, w, 32])])
    if w >= 32:
        integer(f'popc.b{w}', w, lambda a: bin(a).count('1'), 1, dw=32)
        integer(f'clz.b{w}', w, lambda a: w - a.bit_length(), 1, dw=32)
        integer(f'brev.b{w}', w, lambda a: int(f'{a:0{w}b}'[::-1], 2), 1)
        ins = [[rng.getrandbits(w), rng.getrandbits(w), k * 5 % 70, k * 7 % 70] for k in range(32)]

        def bfi(a, b, p, n):
            mask = ((1 << n) - 1) << p & m if p < w else 0
            return b & ~mask | a << p & mask
        emit(f'bfi.b{w} %d, %a, %b, %c, %f;', [f'b{w}'], [f'b{w}', f'b{w}', 'b32', 'b32'], [(i, [bfi(*i)]) for i in ins])

integer('add.sat.s32', 32, lambda a, b: clamp(a + b, -2**31, 2**31 - 1), is_signed=True)
integer('sub.sat.s32', 32, lambda a, b: clamp(a - b, -2**31, 2**31 - 1), is_signed=True)
integer('mad.hi.sat.s32', 32, lambda a, b, c: clamp((a * b >> 32) + c, -2**31, 2**31 - 1), 3, True)
for s in 'us':
    ex = (lambda v: signed(v & 0xffffff, 24)) if s == 's' else (lambda v: v & 0xffffff)
    integer(f'mul24.lo.{s}32', 32, lambda a, b, ex=ex: ex(a) * ex(b))
    integer(f'mul24.hi.{s}32', 32, lambda a, b, ex=ex: ex(a) * ex(b) >> 16)
    integer(f'mad24.lo.{s}32', 32, lambda a, b, c, ex=ex: ex(a) * ex(b) + c, 3)
for sa in 'us':
    for sb in 'us':
        by = lambda v, k, s: signed(v >> 8 * k & 255, 8) if s == 's' else v >> 8 * k & 255
        hw = lambda v, k, s: signed(v >> 16 * k & 65535, 16) if s == 's' else v >> 16 * k & 65535
        integer(f'dp4a.{sa}32.{sb}32', 32, lambda a, b, c, sa=sa, sb=sb: c + sum(by(a, k, sa) * by(b, k, sb) for k in range(4)), 3)
        for h, at in (('lo', 0), ('hi', 2)):
            integer(f'dp2a.{h}.{sa}32.{sb}32', 32, lambda a, b, c, sa=sa, sb=sb, at=at: c + sum(hw(a, k, sa) * by(b, at + k, sb) for k in range(2)), 3)
for table in (0x00, 0x80, 0xe8, 0x96, 0x1b, 0xff):
    def lop(a, b, c, t=table):
        return sum((t >> ((a >> k & 1) * 4 + (b >> k & 1) * 2 + (c >> k & 1)) & 1) << k for k in range(32))
    emit(f'lop3.b32 %d, %a, %b, %c, {table};', ['b32'], ['b32'] * 3, [(i, [lop(*i)]) for i in inputs([32] * 3)])
sh = [[rng.getrandbits(32), rng.getrandbits(32), [0, 1, 7, 31, 32, 33, 64, 0xffffffff][k % 8]] for k in range(32)]
for mode, fn in (('l.wrap', lambda a, b, c: (b << 32 | a) << (c & 31) >> 32), ('l.clamp', lambda a, b, c: (b << 32 | a) << min(c, 32) >> 32),
                 ('r.wrap', lambda a, b, c: (b << 32 | a) >> (c & 31)), ('r.clamp', lambda a, b, c: (b << 32 | a) >> min(c, 32))):
    emit(f'shf.{mode}.b32 %d, %a, %b, %c;', ['b32'], ['b32'] * 3, [(i, [fn(*i)]) for i in sh])


def prmt(mode, a, b, c):
    byte = [(b << 32 | a) >> 8 * k & 255 for k in range(8)]
    n = c & 3
    if mode == '':
        pick = [(255 if byte[s & 7] & 128 else 0) if s & 8 else byte[s & 7] for s in (c >> 4 * k & 15 for k in range(4))]
    else:
        tables = {'f4e': [(n + k) for k in range(4)], 'b4e': [(n - k) % 8 for k in range(4)], 'rc8': [n] * 4,
                  'ecl': [max(k, n) for k in range(4)], 'ecr': [min(k, n) for k in range(4)], 'rc16': [(n & 1) * 2 + (k & 1) for k in range(4)]}
        pick = [byte[s] for s in tables[mode]]
    return sum(v << 8 * k for k, v in enumerate(pick))


for mode in ('', 'f4e', 'b4e', 'rc8', 'ecl', 'ecr', 'rc16'):
    emit(f"prmt.b32{'.' + mode if mode else ''} %d, %a, %b, %c;", ['b32'], ['b32'] * 3,
         [(i, [prmt(mode, *i)]) for i in ([rng.getrandbits(32), rng.getrandbits(32), rng.getrandbits(16)] for _ in range(32))])


def fns(mask, base, off):
    if off == 0:
        return base if mask >> base & 1 else 0xffffffff
    order = range(base, 32) if off > 0 else range(base, -1, -1)
    hits = [k for k in order if mask >> k & 1]
    return hits[abs(off) - 1] if len(hits) >= abs(off) else 0xffffffff


emit('fns.b32 %d, %a, %b, %c;', ['b32'], ['b32'] * 3, [([v := rng.getrandbits(32), b := k % 32, o & 0xffffffff], [fns(v, b, o)]) for k in range(32) for o in [k % 9 - 4]])
mk = [[k * 3 % 40, k * 5 % 40] for k in range(32)]
emit('bmsk.clamp.b32 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i, [((1 << min(i[1], 32)) - 1) << i[0] if i[0] < 32 else 0]) for i in mk])
emit('bmsk.wrap.b32 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i, [((1 << (i[1] & 31)) - 1) << (i[0] & 31)]) for i in mk])
for s in 'us':
    se = [[rng.getrandbits(32), k * 5 % 40] for k in range(32)]
    ext = lambda v, n: 0 if not n else signed(v & ((1 << n) - 1), n) if s == 's' else v & ((1 << n) - 1)
    emit(f'szext.clamp.{s}32 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i, [ext(i[0], min(i[1], 32))]) for i in se])
    emit(f'szext.wrap.{s}32 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i, [ext(i[0], i[1] & 31)]) for i in se])
for op, fn in (('and', lambda a, b: a & b), ('or', lambda a, b: a | b), ('xor', lambda a, b: a ^ b)):
    emit(f'{op}.pred %d, %a, %b;', ['pred'], ['pred'] * 2, [([a, b], [fn(a, b)]) for a in (0, 1) for b in (0, 1)])
emit('not.pred %d, %a;', ['pred'], ['pred'], [([a], [1 - a]) for a in (0, 1)])
emit('mov.pred %d, %a;', ['pred'], ['pred'], [([a], [a]) for a in (0, 1)])
for s in 'us':
    half = lambda v, k: signed(v >> 16 * k & 65535, 16) if s == 's' else v >> 16 * k & 65535
    for op, fn in (('add', lambda x, y: x + y), ('min', min), ('max', max)):
        emit(f'{op}.{s}16x2 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i, [sum((fn(half(i[0], k), half(i[1], k)) & 65535) << 16 * k for k in (0, 1))]) for i in inputs([32, 32])])
emit('mov.b32 %d, {%a, %b};', ['b32'], ['b16', 'b16'], [(i, [i[0] | i[1] << 16]) for i in inputs([16, 16])])
emit('mov.b64 %d, {%a, %b};', ['b64'], ['b32', 'b32'], [(i, [i[0] | i[1] << 32]) for i in inputs([32, 32])])
emit('mov.b64 %d, {%a, %b, %c, %f};', ['b64'], ['b16'] * 4, [(i, [i[0] | i[1] << 16 | i[2] << 32 | i[3] << 48]) for i in inputs([16] * 4)])
emit('mov.b32 {%d, %e}, %a;', ['b16', 'b16'], ['b32'], [(i, [i[0], i[0] >> 16]) for i in inputs([32])])
emit('mov.b64 {%d, %e}, %a;', ['b32', 'b32'], ['b64'], [(i, [i[0], i[0] >> 32]) for i in inputs([64])])
emit('mov.b64 {_, %d}, %a;', ['b32'], ['b64'], [(i, [i[0] >> 32]) for i in inputs([64])])

CMP = {'eq': lambda a, b: a == b, 'ne': lambda a, b: a != b, 'lt': lambda a, b: a < b, 'le': lambda a, b: a <= b, 'gt': lambda a, b: a > b, 'ge': lambda a, b: a >= b}
for w in (16, 32, 64):
    for s in 'us':
        for c, fn in CMP.items():
            pairs = inputs([w, w])
            emit(f'setp.{c}.{s}{w} %d, %a, %b;', ['pred'], [f'b{w}'] * 2, [(i, [int(fn(*[signed(x, w) if s == 's' else x for x in i]))]) for i in pairs])
for c, o in (('lo', 'lt'), ('ls', 'le'), ('hi', 'gt'), ('hs', 'ge')):
    emit(f'setp.{c}.u32 %d, %a, %b;', ['pred'], ['b32'] * 2, [(i, [int(CMP[o](*i))]) for i in inputs([32, 32])])
for bop, fn in (('and', lambda a, b: a & b), ('or', lambda a, b: a | b), ('xor', lambda a, b: a ^ b)):
    emit(f'setp.lt.{bop}.u32 %d|%e, %a, %b, %c;', ['pred', 'pred'], ['b32', 'b32', 'pred'],
         [(i, [fn(int(i[0] < i[1]), i[2]), fn(int(i[0] >= i[1]), i[2])]) for i in inputs([32, 32, 1])])
    emit(f'setp.lt.{bop}.u32 %d, %a, %b, !%c;', ['pred'], ['b32', 'b32', 'pred'], [(i, [fn(int(i[0] < i[1]), 1 - i[2])]) for i in inputs([32, 32, 1])])
emit('set.lt.u32.s32 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i, [-int(signed(i[0], 32) < signed(i[1], 32))]) for i in inputs([32, 32])])
emit('set.ge.f32.s32 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i, [0x3f800000 if signed(i[0], 32) >= signed(i[1], 32) else 0]) for i in inputs([32, 32])])

# --- floating point, exact ---
FORMAT = {'f16': (16, 11, 15), 'bf16': (16, 8, 127), 'f32': (32, 24, 127), 'f64': (64, 53, 1023)}  # width, precision, bias


def decode(bits, f):
    w, p, bias = FORMAT[f]
    sign = -1 if bits >> (w - 1) else 1
    e = bits >> (p - 1) & ((1 << (w - p)) - 1)
    m = bits & ((1 << (p - 1)) - 1)
    if e == (1 << (w - p)) - 1:
        return 'nan' if m else ('-inf' if sign < 0 else 'inf')
    v = Fraction(m | ((1 << (p - 1)) if e else 0)) * Fraction(2) ** ((e or 1) - bias - (p - 1))
    return ('-0' if sign < 0 else '0') if v == 0 else sign * v


# 'nan' came in, 'nan!' was made by the operation; only f64 tells them apart (seen on an H200)
def nan(f, made=False):
    return {'f16': 0x7fff, 'bf16': 0x7fff, 'f32': 0x7fffffff, 'f64': 0xfff8000000000000 if made else 0x7ff8000000000000}[f]


def nans(*values):
    return 'nan' if 'nan' in values else 'nan!' if 'nan!' in values else None


def encode(v, f, mode='rn'):
    w, p, bias = FORMAT[f]
    top = 1 << (w - 1)
    inf = ((1 << (w - p)) - 1) << (p - 1)
    if v in ('nan', 'nan!'):
        return nan(f, v == 'nan!')
    if v in ('0', '-0'):
        return top if v == '-0' else 0
    if v in ('inf', '-inf'):
        return inf | (top if v == '-inf' else 0)
    sign, a = v < 0, abs(v)
    e = a.numerator.bit_length() - a.denominator.bit_length()
    if Fraction(2) ** e > a:
        e -= 1
    e = max(e, 1 - bias)
    q = a / Fraction(2) ** (e - p + 1)
    n, rest = q.numerator // q.denominator, q - q.numerator // q.denominator
    up = {'rn': rest > Fraction(1, 2) or (rest == Fraction(1, 2) and n & 1), 'rz': False, 'rm': sign and rest > 0, 'rp': not sign and rest > 0}[mode]
    n += bool(up)
    if n >> p:
        n, e = n >> 1, e + 1
    if e > bias:
        big = mode == 'rn' or (mode == 'rm' and sign) or (mode == 'rp' and not sign)
        return (inf if big else inf - 1) | (top if sign else 0)
    bits = n if n < 1 << (p - 1) else (e + bias) << (p - 1) | n & ((1 << (p - 1)) - 1)
    return bits | (top if sign else 0)


def num(x):
    return Fraction(0) if x in ('0', '-0') else x


def neg(x):
    return {'0': '-0', '-0': '0', 'inf': '-inf', '-inf': 'inf', 'nan': 'nan', 'nan!': 'nan!'}[x] if isinstance(x, str) else -x


def is_neg(x):
    return x.startswith('-') if isinstance(x, str) else x < 0


def fadd(a, b, mode='rn'):
    if nans(a, b) or (a, b) in (('inf', '-inf'), ('-inf', 'inf')):
        return nans(a, b) or 'nan!'
    for x in (a, b):
        if x in ('inf', '-inf'):
            return x
    s = num(a) + num(b)
    if s == 0:
        if a in ('0', '-0') and a == b:
            return a
        return '-0' if mode == 'rm' else '0'
    return s


def fmul(a, b):
    if nans(a, b):
        return nans(a, b)
    minus = is_neg(a) != is_neg(b)
    if 'inf' in (str(a).lstrip('-'), str(b).lstrip('-')):
        return 'nan!' if '0' in (str(a).lstrip('-'), str(b).lstrip('-')) else '-inf' if minus else 'inf'
    v = num(a) * num(b)
    return ('-0' if minus else '0') if v == 0 else v


def fdiv(a, b):
    ia, ib = str(a).lstrip('-') == 'inf', str(b).lstrip('-') == 'inf'
    za, zb = str(a).lstrip('-') == '0', str(b).lstrip('-') == '0'
    if nans(a, b) or (ia and ib) or (za and zb):
        return nans(a, b) or 'nan!'
    minus = is_neg(a) != is_neg(b)
    if ia or zb:
        return '-inf' if minus else 'inf'
    if ib or za:
        return '-0' if minus else '0'
    return num(a) / num(b)


def sqrt_bits(bits, f, mode='rn'):
    a = decode(bits, f)
    if a == 'nan' or (is_neg(a) and a != '-0'):
        return nan(f, a != 'nan')
    if isinstance(a, str):
        return bits
    scale = 400 if f == 'f32' else 2400  # even power of two keeps it exact enough to decide the rounding
    n = a.numerator * a.denominator
    r = math.isqrt(n << (2 * scale))
    exact = r * r == n << (2 * scale)
    v = Fraction(r, a.denominator << scale)
    return encode(v if exact else v + Fraction(1, (a.denominator << scale) * 4), f, mode)


FE = {'f32': [0, 0x80000000, 1, 0x80000001, 0x7fffff, 0x800000, 0x3f800000, 0xbf800000, 0x3f800001, 0x40490fdb, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x34000000, 0xb3800000, 0x4b800001],
      'f64': [0, 1 << 63, 1, 0x000fffffffffffff, 0x0010000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x3ff0000000000001, 0x400921fb54442d18, 0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x3cb0000000000000, 0xbca0000000000000],
      'f16': [0, 0x8000, 1, 0x3ff, 0x400, 0x3c00, 0xbc00, 0x3c01, 0x4248, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x1400],
      'bf16': [0, 0x8000, 1, 0x7f, 0x80, 0x3f80, 0xbf80, 0x3f81, 0x4049, 0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7fc0, 0x3400]}


def random_float(f):
    w, p, bias = FORMAT[f]
    spread = min(bias - 1, 20)
    return rng.getrandbits(1) << (w - 1) | (bias + rng.randrange(-spread, spread)) << (p - 1) | rng.getrandbits(p - 1)


def finputs(f, n, count=64):
    e = FE[f]
    return [[e[(k * (1 + 2 * j) + k // len(e) * j) % len(e)] if k < count * 5 // 8 else random_float(f) for j in range(n)] for k in range(count)]


def flush(bits, f='f32'):
    return bits & 0x80000000 if not bits & 0x7f800000 else bits


def fmin(a, b, least):
    if a == 'nan':
        return b
    if b == 'nan':
        return a
    key = lambda x: -math.inf if x == '-inf' else math.inf if x == 'inf' else num(x)
    if num(a) == num(b):
        return a if is_neg(a) == least else b
    return a if (key(a) < key(b)) == least else b


ROUND = ('rn', 'rz', 'rm', 'rp')
for f in ('f32', 'f64'):
    t = 'b32' if f == 'f32' else 'b64'
    for mode in ROUND:
        for op, fn in (('add', fadd), ('sub', lambda a, b, m: fadd(a, neg(b), m)), ('mul', lambda a, b, m: fmul(a, b)), ('div', lambda a, b, m: fdiv(a, b))):
            emit(f'{op}.{mode}.{f} %d, %a, %b;', [t], [t] * 2, [(i, [encode(fn(decode(i[0], f), decode(i[1], f), mode), f, mode)]) for i in finputs(f, 2)])
        emit(f'fma.{mode}.{f} %d, %a, %b, %c;', [t], [t] * 3, [(i, [encode(fadd(fmul(decode(i[0], f), decode(i[1], f)), decode(i[2], f), mode), f, mode)]) for i in finputs(f, 3)])
        emit(f'rcp.{mode}.{f} %d, %a;', [t], [t], [(i, [encode(fdiv(Fraction(1), decode(i[0], f)), f, mode)]) for i in finputs(f, 1)])
        emit(f'sqrt.{mode}.{f} %d, %a;', [t], [t], [(i, [sqrt_bits(i[0], f, mode)]) for i in finputs(f, 1)])
    for op, least in (('min', True), ('max', False)):
        emit(f'{op}.{f} %d, %a, %b;', [t], [t] * 2, [(i, [encode(fmin(decode(i[0], f), decode(i[1], f), least), f)]) for i in finputs(f, 2)])
    numbers = [i for i in finputs(f, 2) if 'nan' not in [decode(x, f) for x in i]]
    w = FORMAT[f][0]
    emit(f'abs.{f} %d, %a;', [t], [t], [(i[:1], [i[0] & ~(1 << (w - 1))]) for i in numbers])
    emit(f'neg.{f} %d, %a;', [t], [t], [(i[:1], [i[0] ^ 1 << (w - 1)]) for i in numbers])
    emit(f'copysign.{f} %d, %a, %b;', [t], [t] * 2, [(i, [i[1] & ~(1 << (w - 1)) | i[0] & 1 << (w - 1)]) for i in numbers])
    for c in list(CMP) + ['equ', 'neu', 'ltu', 'leu', 'gtu', 'geu', 'num', 'nan']:
        def compare(a, b):
            un = 'nan' in (a, b)
            if c in ('num', 'nan'):
                return int(un == (c == 'nan'))
            if un:
                return int(c.endswith('u'))
            key = lambda x: -math.inf if x == '-inf' else math.inf if x == 'inf' else num(x)
            return int(CMP[c[:2]](key(a), key(b)))
        emit(f'setp.{c}.{f} %d, %a, %b;', ['pred'], [t] * 2, [(i, [compare(decode(i[0], f), decode(i[1], f))]) for i in finputs(f, 2)])
        if f == 'f32':
            emit(f'setp.{c}.ftz.f32 %d, %a, %b;', ['pred'], [t] * 2, [(i, [compare(decode(flush(i[0]), f), decode(flush(i[1]), f))]) for i in finputs(f, 2)])
    kinds = {'finite': lambda v: v not in ('nan', 'inf', '-inf'), 'infinite': lambda v: v in ('inf', '-inf'), 'number': lambda v: v != 'nan', 'notanumber': lambda v: v == 'nan'}
    for k, fn in kinds.items():
        emit(f'testp.{k}.{f} %d, %a;', ['pred'], [t], [(i, [int(fn(decode(i[0], f)))]) for i in finputs(f, 1)])
    tiny = Fraction(2) ** (1 - FORMAT[f][2])
    emit(f'testp.subnormal.{f} %d, %a;', ['pred'], [t], [(i, [int(not isinstance(decode(i[0], f), str) and abs(decode(i[0], f)) < tiny)]) for i in finputs(f, 1)])
    emit(f'testp.normal.{f} %d, %a;', ['pred'], [t], [(i, [int(decode(i[0], f) in ('0', '-0') or (not isinstance(decode(i[0], f), str) and abs(decode(i[0], f)) >= tiny))]) for i in finputs(f, 1)])


def saturate(v):
    if v in ('nan', 'nan!') or is_neg(v) or v == '0':
        return '0'
    return Fraction(1) if v == 'inf' or v > 1 else v


F = 'f32'
emit('mad.rn.f32 %d, %a, %b, %c;', ['b32'], ['b32'] * 3, [(i, [encode(fadd(fmul(decode(i[0], F), decode(i[1], F)), decode(i[2], F)), F)]) for i in finputs(F, 3)])
for op, fn in (('add', fadd), ('mul', fmul)):
    emit(f'{op}.ftz.f32 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i, [flush(encode(fn(decode(flush(i[0]), F), decode(flush(i[1]), F)), F))]) for i in finputs(F, 2)])
    emit(f'{op}.sat.f32 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i, [encode(saturate(fn(decode(i[0], F), decode(i[1], F))), F)]) for i in finputs(F, 2)])
emit('fma.rn.ftz.f32 %d, %a, %b, %c;', ['b32'], ['b32'] * 3, [(i, [flush(encode(fadd(fmul(decode(flush(i[0]), F), decode(flush(i[1]), F)), decode(flush(i[2]), F)), F))]) for i in finputs(F, 3)])
for f in ('f16', 'bf16'):
    two = [(a | c << 16, b | d << 16) for a, b, c, d in finputs(f, 4)]
    half = lambda v, k: decode(v >> 16 * k & 65535, f)
    ops = [('add', fadd), ('sub', lambda a, b: fadd(a, neg(b))), ('mul', fmul)]
    suffix = {'f16': '', 'bf16': '.rn'}[f]
    for op, fn in ops:
        emit(f'{op}{suffix}.{f} %d, %a, %b;', ['b16'], ['b16'] * 2, [(i, [encode(fn(decode(i[0], f), decode(i[1], f)), f)]) for i in finputs(f, 2)])
        emit(f'{op}{suffix}.{f}x2 %d, %a, %b;', ['b32'], ['b32'] * 2, [(list(i), [sum(encode(fn(half(i[0], k), half(i[1], k)), f) << 16 * k for k in (0, 1))]) for i in two])
    emit(f'fma.rn.{f} %d, %a, %b, %c;', ['b16'], ['b16'] * 3, [(i, [encode(fadd(fmul(decode(i[0], f), decode(i[1], f)), decode(i[2], f)), f)]) for i in finputs(f, 3)])
    for op, least in (('min', True), ('max', False)):
        emit(f'{op}.{f} %d, %a, %b;', ['b16'], ['b16'] * 2, [(i, [encode(fmin(decode(i[0], f), decode(i[1], f), least), f)]) for i in finputs(f, 2)])
    for op, fn in (('neg', lambda v: v ^ 0x8000), ('abs', lambda v: v & 0x7fff)):
        emit(f'{op}.{f} %d, %a;', ['b16'], ['b16'], [(i, [0x7fff if decode(i[0], f) == 'nan' else fn(i[0])]) for i in finputs(f, 1)])
    emit(f'setp.lt.{f} %d, %a, %b;', ['pred'], ['b16'] * 2, [(i, [int('nan' not in (decode(i[0], f), decode(i[1], f)) and fmin(decode(i[0], f), decode(i[1], f), True) == decode(i[0], f) and num(decode(i[0], f)) != num(decode(i[1], f)))]) for i in finputs(f, 2)])
    for mode in ('rn', 'rz'):
        emit(f'cvt.{mode}.{f}.f32 %d, %a;', ['b16'], ['b32'], [(i, [encode(decode(i[0], F), f, mode)]) for i in finputs(F, 1)])
        emit(f'cvt.{mode}.{f}x2.f32 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i, [encode(decode(i[1], F), f, mode) | encode(decode(i[0], F), f, mode) << 16]) for i in finputs(F, 2)])
    emit(f'cvt.f32.{f} %d, %a;', ['b32'], ['b16'], [(i, [i[0] << 16 if f == 'bf16' else encode(decode(i[0], f), F)]) for i in finputs(f, 1)])

# --- conversions ---
WHOLE = {'rni': None, 'rzi': math.trunc, 'rmi': math.floor, 'rpi': math.ceil}


def whole(v, mode):
    if isinstance(v, str):
        return v
    if mode == 'rni':
        n = math.floor(v)
        r = v - n
        return n + (1 if r > Fraction(1, 2) or (r == Fraction(1, 2) and n & 1) else 0)
    return WHOLE[mode](v)


def to_int(v, w, s, mode, f='f32'):
    if v == 'nan':  # the manual says 0; an H200 does this
        return 1 << (w - 1) if f == 'f64' or w == 64 else 0
    lo, hi = (-(1 << (w - 1)), (1 << (w - 1)) - 1) if s == 's' else (0, (1 << w) - 1)
    v = whole(v, mode)
    if v in ('nan', '0', '-0'):
        return 0
    return hi if v == 'inf' else lo if v == '-inf' else clamp(v, lo, hi)


EXTRA = {'f32': [0x3fc00000, 0x40200000, 0xbfc00000, 0x4effffff, 0x4f000000, 0xcf000000, 0x4f7fffff, 0x4f800000, 0x5effffff, 0x43000000, 0xc3010000, 0x47000000],
         'f64': [0x3ff8000000000000, 0x4004000000000000, 0xbff8000000000000, 0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000200000, 0x43dfffffffffffff, 0x43e0000000000000, 0x43f0000000000000]}
for f in ('f32', 'f64'):
    t = 'b32' if f == 'f32' else 'b64'
    for w in (16, 32, 64):
        for s in 'us':
            for mode in WHOLE:
                ins = [[v] for v in EXTRA[f]] + finputs(f, 1, 48)
                emit(f'cvt.{mode}.{s}{w}.{f} %d, %a;', [f'b{w}'], [t], [(i, [to_int(decode(i[0], f), w, s, mode, f)]) for i in ins])
            for mode in ROUND:
                emit(f'cvt.{mode}.{f}.{s}{w} %d, %a;', [t], [f'b{w}'], [(i, [encode(Fraction(signed(i[0], w) if s == 's' else i[0]) or '0', f, mode)]) for i in inputs([w])])
    for mode in WHOLE:
        ins = [[v] for v in EXTRA[f]] + finputs(f, 1, 48)
        emit(f'cvt.{mode}.{f}.{f} %d, %a;', [t], [t], [(i, [encode((lambda v, r: r if isinstance(r, str) else Fraction(r) if r else '-0' if is_neg(v) else '0')(decode(i[0], f), whole(decode(i[0], f), mode)), f)]) for i in ins])
for mode in ROUND:
    emit(f'cvt.{mode}.f32.f64 %d, %a;', ['b32'], ['b64'], [(i, [0x7fc00000 if decode(i[0], 'f64') == 'nan' else encode(decode(i[0], 'f64'), 'f32', mode)]) for i in finputs('f64', 1) + [[v] for v in EXTRA['f64']]])
for mode in ('rn', 'rz', 'rm', 'rp'): # more bits than a double has
    for s in 'us':
        ins = inputs([64]) + [[v] for v in ((1 << 64) - 2, (1 << 63) - 1, (1 << 63) + (1 << 55) + 1, (1 << 62) + (1 << 54) - 1, (1 << 60) + (1 << 52) + 1, -(1 << 62) - 1 & (1 << 64) - 1)]
        emit(f'cvt.{mode}.bf16.{s}64 %d, %a;', ['b16'], ['b64'], [(i, [encode(Fraction(signed(i[0], 64) if s == 's' else i[0]) or '0', 'bf16', mode)]) for i in ins])
emit('cvt.f64.f32 %d, %a;', ['b64'], ['b32'], [(i, [encode(decode(i[0], 'f32'), 'f64')]) for i in finputs('f32', 1)])
emit('cvt.sat.f32.f32 %d, %a;', ['b32'], ['b32'], [(i, [encode(saturate(decode(i[0], 'f32')), 'f32')]) for i in finputs('f32', 1)])
emit('cvt.rzi.ftz.s32.f32 %d, %a;', ['b32'], ['b32'], [(i, [to_int(decode(flush(i[0]), 'f32'), 32, 's', 'rzi')]) for i in finputs('f32', 1)])
for d in (8, 16, 32, 64):
    for ds in 'us':
        for w in (8, 16, 32, 64):
            for s in 'us':
                reg, dreg = max(w, 16), max(d, 16)
                val = lambda v: signed(v & ((1 << w) - 1), w) if s == 's' else v & ((1 << w) - 1)
                wrap = lambda v: signed(v & ((1 << d) - 1), d) if ds == 's' else v & ((1 << d) - 1)
                lo, hi = (-(1 << (d - 1)), (1 << (d - 1)) - 1) if ds == 's' else (0, (1 << d) - 1)
                emit(f'cvt.{ds}{d}.{s}{w} %d, %a;', [f'b{dreg}'], [f'b{reg}'], [(i, [wrap(val(i[0]))]) for i in inputs([reg])])
                if not (d >= w and ds == s) and not (d > w and s == 'u'):  # else the compiler refuses .sat
                    emit(f'cvt.sat.{ds}{d}.{s}{w} %d, %a;', [f'b{dreg}'], [f'b{reg}'], [(i, [clamp(val(i[0]), lo, hi)]) for i in inputs([reg])])
emit('cvt.s64.s8 %d, %a;', ['b64'], ['b32'], [(i, [signed(i[0] & 255, 8)]) for i in inputs([32])])
emit('cvt.u32.u16 %d, %a;', ['b32'], ['b32'], [(i, [i[0] & 65535]) for i in inputs([32])])
tf = [i for i in finputs('f32', 1) if decode(i[0], 'f32') != 'nan' and abs(signed(i[0] << 1 & 0xffffffff, 33)) < 0xfe000000]
emit('cvt.rna.tf32.f32 %d, %a;', ['b32'], ['b32'], [(i, [i[0] + 0x1000 & ~0x1fff]) for i in tf]
     + [([v], [v & ~0x1fff]) for v in (0x7f800000, 0xff800000, 0x7f800001, 0x7fc12345, 0xffffffff)])  # no numbers: only cut off

# --- functions: within the documented error ---


def approx(name, fn, ins, ulp, f='f32'):
    t = 'b32' if f == 'f32' else 'b64'
    fmt = '<f' if f == 'f32' else '<d'
    cases = []
    for x in ins:
        raw = struct.unpack('<I' if f == 'f32' else '<Q', struct.pack(fmt, x))[0]
        v = struct.unpack(fmt, struct.pack(fmt, x))[0]
        cases.append(([raw], [f"~{ulp} {struct.unpack('<I' if f == 'f32' else '<Q', struct.pack(fmt, fn(v)))[0]:x}"]))
    emit(f'{name} %d, %a;', [t], [t], cases)


ang = [0.1 * k - 1.5 for k in range(32)]
pos = [0.03 * 1.7 ** k for k in range(32)]
approx('sin.approx.f32', math.sin, ang, 64)
approx('cos.approx.f32', math.cos, [a / 2 for a in ang], 64)
approx('ex2.approx.f32', lambda v: 2.0 ** v, [k * 0.73 - 10 for k in range(32)], 4)
approx('ex2.approx.ftz.f32', lambda v: 2.0 ** v, [k * 0.73 - 10 for k in range(32)], 4)
approx('lg2.approx.f32', math.log2, pos, 8)
approx('rcp.approx.f32', lambda v: 1 / v, pos, 2)
approx('rcp.approx.ftz.f32', lambda v: 1 / v, pos, 2)
approx('sqrt.approx.f32', math.sqrt, pos, 4)
approx('rsqrt.approx.f32', lambda v: 1 / math.sqrt(v), pos, 4)
approx('tanh.approx.f32', math.tanh, [k * 0.1 + 0.3 for k in range(32)], 8192)
approx('rcp.approx.ftz.f64', lambda v: 1 / v, pos, 1 << 33, 'f64')
approx('rsqrt.approx.ftz.f64', lambda v: 1 / math.sqrt(v), pos, 1 << 33, 'f64')
approx('rsqrt.approx.f64', lambda v: 1 / math.sqrt(v), pos, 1 << 33, 'f64')
pairs = [(0.7 * k + 0.1, 1.3 * k - 20.05) for k in range(32)]
for op in ('div.approx.f32', 'div.full.f32', 'div.approx.ftz.f32'):
    fb = lambda x: struct.unpack('<I', struct.pack('<f', x))[0]
    fv = lambda x: struct.unpack('<f', struct.pack('<f', x))[0]
    cases = [([fb(a), fb(b)], [f'~3 {fb(fv(a) / fv(b)):x}']) for a, b in pairs]
    big, inf = 3 * 2.0 ** 125, float('inf')    # 1 / big is subnormal: 0 where the quotient is a product with it, an H100 says
    full = 'full' in op
    cases += [([fb(a), fb(b)], [f'~3 {fb(a / b if full else math.copysign(0, a * b)):x}']) for a, b in ((2.0 ** 127, big), (-2.0 ** 120, big), (2.0 ** 127, -big))]
    cases += [([fb(2.0 ** 127), fb(2.0 ** 126)], [f'~3 {fb(2.0):x}']), ([fb(inf), fb(big)], [fb(inf) if full else 0x7fffffff]), ([fb(1.5), fb(-inf)], [0x80000000])]
    emit(f'{op} %d, %a, %b;', ['b32'], ['b32'] * 2, cases)

# pairs of f32, of sm_100: each side as an f32 of its own
sides = [(a | c << 32, b | d << 32) for a, b, c, d in finputs(F, 4)]
thrice = [(*s, e | f << 32) for s, (e, f) in zip(sides, reversed(finputs(F, 2)))]


def pair(name, fn, cases, mode, ftz):
    bits = flush if ftz else int
    both = [(i, [sum(bits(encode(fn(*(decode(bits(v >> s & 0xffffffff), F) for v in i), mode), F, mode)) << s for s in (0, 32))]) for i in cases]
    emit(f"{name}.{mode}{'.ftz' if ftz else ''}.f32x2 %d, {', '.join(['%a', '%b', '%c'][:len(cases[0])])};", ['b64'], ['b64'] * len(cases[0]), both)


for mode in ROUND:
    for ftz in (False, True):
        pair('add', fadd, sides, mode, ftz)
        pair('sub', lambda a, b, m: fadd(a, neg(b), m), sides, mode, ftz)
        pair('mul', lambda a, b, m: fmul(a, b), sides, mode, ftz)
        pair('fma', lambda a, b, c, m: fadd(fmul(a, b), c, m), thrice, mode, ftz)

# halves with an f32, of sm_100: exact but for the one rounding
for half in ('f16', 'bf16'):
    hin = [(a[0], b[0], c[0]) for a, b, c in zip(finputs(half, 1), reversed(finputs(half, 1)), finputs(F, 1))]
    for mode in ROUND:
        for sat in ('', '.sat'):
            end = lambda v: encode(saturate(v) if sat else v, F, mode)
            emit(f'add.{mode}{sat}.f32.{half} %d, %a, %b;', ['b32'], ['b16', 'b32'], [([a, c], [end(fadd(decode(a, half), decode(c, F), mode))]) for a, _, c in hin])
            emit(f'sub.{mode}{sat}.f32.{half} %d, %a, %b;', ['b32'], ['b16', 'b32'], [([a, c], [end(fadd(decode(a, half), neg(decode(c, F)), mode))]) for a, _, c in hin])
            emit(f'fma.{mode}{sat}.f32.{half} %d, %a, %b, %c;', ['b32'], ['b16', 'b16', 'b32'], [([a, b, c], [end(fadd(fmul(decode(a, half), decode(b, half)), decode(c, F), mode))]) for a, b, c in hin])
    emit(f'add.f32.{half} %d, %a, %b;', ['b32'], ['b16', 'b32'], [([a, c], [encode(fadd(decode(a, half), decode(c, F)), F)]) for a, _, c in hin])

# smallest and largest of three, of sm_100
size = lambda v: v.lstrip('-') if isinstance(v, str) else abs(v)
for op in ('min', 'max'):
    for words in itertools.product(('', '.ftz'), ('', '.NaN'), ('', '.abs')):
        bits = flush if words[0] else int

        def extreme(i):
            v = [size(x) if words[2] else x for x in (decode(bits(x), F) for x in i)]
            if words[1] and 'nan' in v:
                return encode('nan', F)
            return encode(fmin(fmin(v[0], v[1], op == 'min'), v[2], op == 'min'), F)

        emit(f"{op}{''.join(words)}.f32 %d, %a, %b, %c;", ['b32'], ['b32'] * 3, [(i, [extreme(i)]) for i in finputs(F, 3)])
for relu in ('', '.relu'):
    for mode in ('rn', 'rz'):
        def tf32(v):
            if v & 0x7fffffff > 0x7f800000:
                return None
            if relu and v >> 31:
                return 0
            v += 0xfff + (v >> 13 & 1) if mode == 'rn' and v & 0x7f800000 != 0x7f800000 else 0
            v &= ~0x1fff
            return v - 0x2000 if v & 0x7f800000 == 0x7f800000 else v
        emit(f'cvt.{mode}{relu}.satfinite.tf32.f32 %d, %a;', ['b32'], ['b32'], [(i, [tf32(i[0])]) for i in finputs(F, 1) if tf32(i[0]) is not None])

# where a or b is what fills a box outside of a tensor, 0 (seen on an H200: with any sign, c does not count)
for f in ('f16', 'bf16'):
    some = [[0x7ff7, i[1], i[2]] if k % 5 == 0 else [i[0], 0xfff7, i[2]] if k % 5 == 1 else [i[0], i[1], 0x7ff7] if k % 5 == 2 else i for k, i in enumerate(finputs(f, 3))]
    for relu in ('', '.relu'):
        def oob(i):
            if 0x7ff7 in (i[0] & 0x7fff, i[1] & 0x7fff):
                return 0
            v = fadd(fmul(decode(i[0], f), decode(i[1], f)), decode(i[2], f))
            return 0 if relu and is_neg(v) else encode(v, f)
        emit(f'fma.rn.oob{relu}.{f} %d, %a, %b, %c;', ['b16'], ['b16'] * 3, [(i, [oob(i)]) for i in some])
        emit(f'fma.rn.oob{relu}.{f}x2 %d, %a, %b, %c;', ['b32'], ['b32'] * 3, [([a | b << 16 for a, b in zip(i, j)], [oob(i) | oob(j) << 16]) for i, j in zip(some, reversed(some))])
packed_cases.add(emit)
sys.stdout.write('\n'.join(out) + '\n')

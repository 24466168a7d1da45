"""Cases of packed and partial operands for make_cases.py: comparisons of two halves, lop3 with a predicate, video instructions,
saturated packs, eight-bit floating point.  Written after the text of the PTX manual."""
import math
import random
import struct

rng = random.Random(11)
HALVES = {'f16': [0, 0x8000, 1, 0x3c00, 0xbc00, 0x3c01, 0x4248, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x0400],
          'bf16': [0, 0x8000, 1, 0x3f80, 0xbf80, 0x3f81, 0x4049, 0x7f7f, 0x7f80, 0xff80, 0x7fc0, 0x0080]}


def value(bits, f):
    return struct.unpack('<e', struct.pack('<H', bits))[0] if f == 'f16' else struct.unpack('<f', struct.pack('<I', bits << 16))[0]


def holds(cmp, x, y):
    nan = math.isnan(x) or math.isnan(y)
    if cmp in ('num', 'nan'):
        return nan == (cmp == 'nan')
    plain = {'eq': x == y, 'ne': x != y, 'lt': x < y, 'le': x <= y, 'gt': x > y, 'ge': x >= y}[cmp[:2]]
    return (nan or plain) if cmp.endswith('u') and len(cmp) == 3 else (not nan and plain)


def comparisons(emit):
    for f in ('f16', 'bf16'):
        pick = lambda: rng.choice(HALVES[f])
        one = 0x3c00 if f == 'f16' else 0x3f80
        singles = [[pick(), pick()] for _ in range(32)]
        singles[0:3] = [[one, one], [0, 0x8000], [one, 0]]
        pairs = [[pick() << 16 | pick(), pick() << 16 | pick()] for _ in range(32)]
        low = lambda i, c: holds(c, value(i[0] & 65535, f), value(i[1] & 65535, f))
        high = lambda i, c: holds(c, value(i[0] >> 16, f), value(i[1] >> 16, f))
        for c in ('eq', 'ne', 'lt', 'le', 'gt', 'ge', 'equ', 'neu', 'ltu', 'leu', 'gtu', 'geu', 'num', 'nan'):
            emit(f'set.{c}.{f}.{f} %d, %a, %b;', ['b16'], ['b16'] * 2, [(i, [one * low(i, c)]) for i in singles])
            emit(f'set.{c}.u32.{f} %d, %a, %b;', ['b32'], ['b16'] * 2, [(i, [-low(i, c)]) for i in singles])
            emit(f'set.{c}.{f}x2.{f}x2 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i, [one * low(i, c) | one * high(i, c) << 16]) for i in pairs])
            emit(f'set.{c}.u32.{f}x2 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i, [65535 * low(i, c) | 65535 * high(i, c) << 16]) for i in pairs])
            emit(f'setp.{c}.{f}x2 %d|%e, %a, %b;', ['pred'] * 2, ['b32'] * 2, [(i, [int(low(i, c)), int(high(i, c))]) for i in pairs])
        with_p = [[*i, k & 1] for k, i in enumerate(pairs)]
        for op, fn in (('and', lambda a, b: a & b), ('or', lambda a, b: a | b), ('xor', lambda a, b: a ^ b)):
            emit(f'setp.lt.{op}.{f}x2 %d|%e, %a, %b, %c;', ['pred'] * 2, ['b32', 'b32', 'pred'],
                 [(i, [fn(int(low(i, 'lt')), i[2]), fn(int(high(i, 'lt')), i[2])]) for i in with_p])
            emit(f'set.ge.{op}.{f}x2.{f}x2 %d, %a, %b, %c;', ['b32'], ['b32', 'b32', 'pred'],
                 [(i, [one * fn(int(low(i, 'ge')), i[2]) | one * fn(int(high(i, 'ge')), i[2]) << 16]) for i in with_p])


def table_function(a, b, c, table):
    r = 0
    for k in range(32):
        r |= (table >> ((a >> k & 1) << 2 | (b >> k & 1) << 1 | (c >> k & 1)) & 1) << k
    return r


def words(n, count=32):
    edge = [0, 0xffffffff, 0x80808080, 0x7f7f7f7f, 0x80007fff, 0x00ff01fe, 0x80000000, 0x7fffffff]
    return [[rng.choice(edge) if rng.random() < .4 else rng.getrandbits(32) for _ in range(n)] for _ in range(count)]


def logic(emit):
    for table in (0x80, 0xe8, 0x96, 0x01):
        some = [[*i, k & 1] for k, i in enumerate(words(3))]
        some[0][:3] = [0, 0, 0]
        for op, fn in (('or', lambda a, b: a | b), ('and', lambda a, b: a & b)):
            result = lambda i: table_function(i[0], i[1], i[2], table)
            emit(f'lop3.{op}.b32 %d|%e, %a, %b, %c, {table}, %f;', ['b32', 'pred'], ['b32'] * 3 + ['pred'],
                 [(i, [result(i), fn(int(result(i) != 0), i[3])]) for i in some])


def extend(v, bits, sign):
    v &= (1 << bits) - 1
    return v - (1 << bits) if sign and v >> (bits - 1) else v


def clamp(v, bits, sign):
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if sign else (0, (1 << bits) - 1)
    return max(low, min(high, v))


OPS = {'vadd': lambda a, b: a + b, 'vsub': lambda a, b: a - b, 'vabsdiff': lambda a, b: abs(a - b), 'vmin': min, 'vmax': max,
       'vavrg': lambda a, b: (a + b + 1) >> 1 if a + b >= 0 else (a + b) >> 1}
CMPS = {'eq': lambda a, b: a == b, 'ne': lambda a, b: a != b, 'lt': lambda a, b: a < b, 'le': lambda a, b: a <= b,
        'gt': lambda a, b: a > b, 'ge': lambda a, b: a >= b}


def select(word, selector, sign):
    """one part of a word: '', 'b2', 'h1'"""
    if not selector:
        return extend(word, 32, sign)
    bits = 8 if selector[0] == 'b' else 16
    return extend(word >> bits * int(selector[1]), bits, sign)


def merge(selector, v, c):
    bits = 8 if selector[0] == 'b' else 16
    at = bits * int(selector[1])
    mask = ((1 << bits) - 1) << at
    return v << at & mask | c & ~mask


def dotted(s):
    return '.' + s if s else ''


# What the sequences compute that ptxas makes of scalar video instructions for sm_70 and later (read from their SASS, run on an H100).

def saturated(op, v, bits, sign):
    if op in ('vshl', 'vshr'):
        return clamp(extend(v, 34, True), 32, sign)    # two bits above the word are kept; a part gets the saturated word
    if bits < 32:
        return min(v % (1 << 64), (1 << bits - sign) - 1)    # below zero counts as large
    return clamp(v, 32, True) if sign else max(v, 0)    # too large for .u32 is not noticed


def second_of(op, second, sat, v, c, sign):
    word = v % (1 << 32)
    if second == 'add':
        return word + c
    if op in ('vadd', 'vsub') or op in ('vshl', 'vshr') and sat:
        v = extend(v, 32, True)    # the other results are compared in 64 bits
    v, as_c = (extend(v, 64, True), extend(c, 32, True)) if sign else (v % (1 << 64), c)
    return word if v == as_c or (v < as_c) == (second == 'min') else c


def scalar_video(emit):
    selectors = ['', 'b0', 'b3', 'h0', 'h1']
    for n in range(150):
        op = rng.choice(['vadd', 'vsub', 'vabsdiff', 'vmin', 'vmax', 'vshl', 'vshr', 'vset'])
        d, a = rng.choice('us'), rng.choice('us')
        b = 'u' if op in ('vshl', 'vshr') else rng.choice('us')
        sat = rng.choice(['', '.sat']) if op != 'vset' else ''
        mode = rng.choice(['clamp', 'wrap'])
        cmp = rng.choice(list(CMPS))
        sa, sb = rng.choice(selectors), rng.choice(selectors)
        tail = rng.choice(['', 'second', 'merge'])
        sd = rng.choice(selectors[1:]) if tail == 'merge' else ''
        second = rng.choice(['add', 'min', 'max']) if tail == 'second' else ''
        sign = (a if op == 'vset' else d) == 's'

        def fn(i):
            x, y = select(i[0], sa, a == 's'), select(i[1], sb, b == 's')
            if op in ('vshl', 'vshr'):
                y = (32 if y > 32 else y) if mode == 'clamp' else y & 31
                v = x << y if op == 'vshl' else x >> y
            else:
                v = int(CMPS[cmp](x, y)) if op == 'vset' else OPS[op](x, y)
            if sat:
                v = saturated(op, v, 32 if not sd else 8 if sd[0] == 'b' else 16, sign)
            if sd == 'h1':     # the upper half of the result stays where it is
                return (v & 0xffff0000) | (i[2] & 0xffff)
            return merge(sd, v, i[2]) if sd else second_of(op, second, sat, v, i[2], sign) if second else v
        types = f'.{a}32.{b}32' if op == 'vset' else f'.{d}32.{a}32.{b}32'
        extra = f'.{cmp}' if op == 'vset' else sat + (f'.{mode}' if op in ('vshl', 'vshr') else '')
        three = bool(tail)
        emit(f'{op}{types}{extra}{dotted(second)} %d{dotted(sd)}, %a{dotted(sa)}, %b{dotted(sb)}{", %c" if three else ""};', ['b32'],
             ['b32'] * (3 if three else 2), [(i, [fn(i)]) for i in words(3 if three else 2)])
    for n in range(45):
        a, b = rng.choice('us'), rng.choice('us')
        sat, po, scale = rng.choice(['', '.sat']), rng.choice(['', '.po']), rng.choice(['', '.shr7', '.shr15'])
        sa, sb = rng.choice(selectors), rng.choice(selectors)
        minus = rng.choice([(0, 0, 0), (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]) if not po else (0, 0, 0)
        sign = 's' in (a, b) or any(minus)

        def mad(i):
            x, y = extend(select(i[0], sa, a == 's'), 32, True), extend(select(i[1], sb, b == 's'), 32, True)    # words are signed whatever their type
            c = extend(~i[2], 32, True) + 1 if minus[2] else extend(i[2], 32, True)
            v = extend((-x if minus[0] else x) * (-y if minus[1] else y) + c + (1 if po else 0), 64, sign) >> int(scale[4:] or 0)
            return clamp(extend(v, 64, True), 32, sign) if sat else v
        d = 's' if sign else 'u'
        m = ['-' if x else '' for x in minus]
        emit(f'vmad.{d}32.{a}32.{b}32{po}{sat}{scale} %d, {m[0]}%a{dotted(sa)}, {m[1]}%b{dotted(sb)}, {m[2]}%c;', ['b32'], ['b32'] * 3, [(i, [mad(i)]) for i in words(3)])


def packed_video(emit):
    for n in range(160):
        parts = rng.choice([2, 4])
        bits, letter = 32 // parts, 'h' if parts == 2 else 'b'
        op = rng.choice(list(OPS) + ['vset'])
        d, a, b = rng.choice('us'), rng.choice('us'), rng.choice('us')
        add = rng.random() < .3
        sat = rng.choice(['', '.sat']) if op != 'vset' and not add else ''
        cmp = rng.choice(list(CMPS))
        pa = [rng.randrange(2 * parts) for _ in range(parts)] if rng.random() < .4 else list(range(parts))
        pb = [rng.randrange(2 * parts) for _ in range(parts)] if rng.random() < .4 else list(range(parts, 2 * parts))
        mask = rng.sample(range(parts), rng.randrange(1, parts + 1)) if rng.random() < .4 else list(range(parts))
        mask.sort()
        sign = d == 's' and op != 'vset'

        def fn(i):
            pair, sum_, r = i[1] << 32 | i[0], i[2], 0
            for k in range(parts):
                x, y = extend(pair >> bits * pa[k], bits, a == 's'), extend(pair >> bits * pb[k], bits, b == 's')
                v = int(CMPS[cmp](x, y)) if op == 'vset' else OPS[op](x, y)
                v = clamp(v, bits, sign) if sat else v
                field = ((1 << bits) - 1) << bits * k
                r |= v << bits * k & field if k in mask else i[2] & field
                sum_ += v if k in mask else 0
            return sum_ if add else r
        digits = lambda p: '.' + letter + ''.join(str(x) for x in reversed(p))
        sd = '' if mask == list(range(parts)) else digits(mask)
        sa = '' if pa == list(range(parts)) else digits(pa)
        sb = '' if pb == list(range(parts, 2 * parts)) else digits(pb)
        types = f'.{a}32.{b}32.{cmp}' if op == 'vset' else f'.{d}32.{a}32.{b}32{sat}'
        emit(f'{op}{parts}{types}{".add" if add else ""} %d{sd}, %a{sa}, %b{sb}, %c;', ['b32'], ['b32'] * 3, [(i, [fn(i)]) for i in words(3)])


def packs(emit):
    for t in ('s16', 'u16', 's8', 'u8'):
        bits, sign = int(t[1:]), t[0] == 's'
        m = (1 << bits) - 1
        join = lambda i: (clamp(extend(i[0], 32, True), bits, sign) & m) << bits | clamp(extend(i[1], 32, True), bits, sign) & m
        small = [[x >> rng.choice([0, 8, 16, 20, 24]) for x in i] for i in words(3)]
        if bits == 16:
            emit(f'cvt.pack.sat.{t}.s32 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i[:2], [join(i)]) for i in small])
        else:
            emit(f'cvt.pack.sat.{t}.s32.b32 %d, %a, %b, %c;', ['b32'], ['b32'] * 3, [(i, [join(i) | i[2] << 16]) for i in small])
    for op, fn in (('min', min), ('max', max)):
        relu = lambda i, k: max(0, fn(extend(i[0] >> 16 * k, 16, True), extend(i[1] >> 16 * k, 16, True)))
        emit(f'{op}.relu.s16x2 %d, %a, %b;', ['b32'], ['b32'] * 2, [(i, [relu(i, 0) | relu(i, 1) << 16]) for i in words(2)])


def quarter(bits, e5m2):
    if e5m2:
        return value(bits << 8, 'f16')
    e, f = bits >> 3 & 15, bits & 7
    v = math.nan if bits & 127 == 127 else (8 + f) * 2.0 ** (e - 10) if e else f * 2.0 ** -9
    return -v if bits & 128 else v


def nearest_quarter(v, e5m2):
    """by trying all of them; a tie goes to the even one"""
    if math.isnan(v):
        return 0x7f
    most = 57344.0 if e5m2 else 448.0
    sign = 128 if math.copysign(1, v) < 0 else 0
    v = min(abs(v), most)
    best = min(range(0x7c if e5m2 else 0x7f), key=lambda q: (abs(quarter(q, e5m2) - v), q & 1))
    return sign | best


def quarters(emit):
    single = lambda v: struct.unpack('<I', struct.pack('<f', v))[0]
    real = lambda b: struct.unpack('<f', struct.pack('<I', b))[0]
    for t, e5m2 in (('e4m3x2', False), ('e5m2x2', True)):
        some = [0.0, -0.0, 1.0, -1.0, 448.0, 449.0, 464.0, 1e9, -1e9, math.inf, -math.inf, math.nan, 2.0 ** -9, 2.0 ** -10, 1.5 * 2.0 ** -10,
                0.3, -17.3, 100.1, 57344.0, 61440.0, 2.0 ** -16, 2.0 ** -17, 1.0625, 1.1875, 1.125, 240.0, 13.0]
        ins = [[single(a), single(rng.choice(some))] for a in some + [rng.uniform(-500, 500) for _ in range(5)]]
        emit(f'cvt.rn.satfinite.{t}.f32 %d, %a, %b;', ['b16'], ['b32'] * 2,
             [(i, [nearest_quarter(real(i[0]), e5m2) << 8 | nearest_quarter(real(i[1]), e5m2)]) for i in ins])
        flat = lambda v: v if math.isnan(v) or v > 0 else 0.0
        emit(f'cvt.rn.satfinite.relu.{t}.f32 %d, %a, %b;', ['b16'], ['b32'] * 2,
             [(i, [nearest_quarter(flat(real(i[0])), e5m2) << 8 | nearest_quarter(flat(real(i[1])), e5m2)]) for i in ins])
        two = [[rng.choice(HALVES['f16']) << 16 | rng.getrandbits(16) & 0xf7ff] for _ in range(32)]
        emit(f'cvt.rn.satfinite.{t}.f16x2 %d, %a;', ['b16'], ['b32'],
             [(i, [nearest_quarter(value(i[0] >> 16, 'f16'), e5m2) << 8 | nearest_quarter(value(i[0] & 65535, 'f16'), e5m2)]) for i in two])
        back = lambda q: 0x7fff if math.isnan(quarter(q, e5m2)) else struct.unpack('<H', struct.pack('<e', quarter(q, e5m2)))[0]
        emit(f'cvt.rn.f16x2.{t} %d, %a;', ['b32'], ['b16'], [([a << 8 | 255 - a], [back(a) << 16 | back(255 - a)]) for a in range(0, 256, 8)])


SMALL = {'e2m1x2': (2, 1, 6.0), 'e2m3x2': (2, 3, 7.5), 'e3m2x2': (3, 2, 28.0)}


def small(bits, t):
    exponents, fractions, _ = SMALL[t]
    e, f, bias = bits >> fractions & (1 << exponents) - 1, bits & (1 << fractions) - 1, (1 << exponents - 1) - 1
    v = (1 + f * 2.0 ** -fractions) * 2.0 ** (e - bias) if e else f * 2.0 ** (1 - bias - fractions)
    return -v if bits >> exponents + fractions else v


def nearest_small(v, t):
    """by trying all of them; a tie goes to the even one, what is no number to the largest"""
    exponents, fractions, most = SMALL[t]
    positive = range(1 << exponents + fractions)
    if math.isnan(v):
        return positive[-1]
    best = min(positive, key=lambda q: (abs(small(q, t) - min(abs(v), most)), q & 1))
    return best | (len(positive) if math.copysign(1, v) < 0 else 0)


def smalls(emit):
    single = lambda v: struct.unpack('<I', struct.pack('<f', v))[0]
    real = lambda b: struct.unpack('<f', struct.pack('<I', b))[0]
    half = lambda v: struct.unpack('<H', struct.pack('<e', v))[0]
    flat = lambda v: v if math.isnan(v) or v > 0 else 0.0
    some = [0.0, -0.0, 0.25, -0.25, 0.75, 1.0, 1.25, 1.75, 2.5, 3.5, 5.0, 6.0, 6.5, 7.0, 7.25, 7.5, 7.75, 28.0, 30.0, -30.0, math.inf, -math.inf, math.nan,
            0.03125, 0.0625, 0.09375, 0.125, 0.1875, 0.3, -5.3, 1e-9, 1e30, -2.75]
    for t in SMALL:
        w = 4 if t == 'e2m1x2' else 8
        to, back = ('{ .reg .b8 q; %s q, %%a, %%b; cvt.u16.u8 %%d, q; }', '{ .reg .b8 q; cvt.u8.u16 q, %%a; %s %%d, q; }') if w == 4 else ('%s %%d, %%a, %%b;', '%s %%d, %%a;')
        ins = [[single(a), single(rng.choice(some))] for a in some + [rng.uniform(-9, 9) for _ in range(9)]]
        for relu, fn in (('', lambda v: v), ('.relu', flat)):
            emit(to % f'cvt.rn.satfinite{relu}.{t}.f32', ['b16'], ['b32'] * 2,
                 [(i, [nearest_small(fn(real(i[0])), t) << w | nearest_small(fn(real(i[1])), t)]) for i in ins])
            every = [[a << w | (1 << w if w == 4 else 64) - 1 - a] for a in range(16 if w == 4 else 64)]
            emit(back % f'cvt.rn{relu}.f16x2.{t}', ['b32'], ['b16'],
                 [(i, [half(fn(small(i[0] >> w, t))) << 16 | half(fn(small(i[0] & (1 << w) - 1, t)))]) for i in every])


def random_rounding(emit):
    """away from zero if the sixteen bits that are lost, with the random ones, make a whole unit"""
    def rounded(u, r, relu, finite):
        size, sign = u & 0x7fffffff, u >> 31
        if size > 0x7f800000:
            return 0x7fff
        if relu and sign:
            return 0
        if finite and size >= 0x7f7f0000:
            return sign << 15 | 0x7f7f
        whole, lost = divmod(size, 65536)
        return sign << 15 | whole + (1 if lost + r >= 65536 else 0)
    some = [0, 0x80000000, 1, 0x8000, 0xffff, 0x80010001, 0x007fffff, 0x3f800000, 0x3f808000, 0xbf80ffff, 0x3fffffff, 0x7f7effff, 0x7f7f0000, 0x7f7f0001, 0xff7fffff,
            0x7f800000, 0xff800000, 0x7f800001, 0xffc00000, 0x40490fdb, 0xc2f70123]
    bits = [0, 1, 0x7fff, 0x8000, 0xfffe, 0xffff]
    ins = [[a, rng.choice(some), rng.choice(bits) << 16 | r] for a in some for r in bits]
    for relu in ('', '.relu'):
        for finite in ('', '.satfinite'):
            fn = lambda u, r: rounded(u, r, relu, finite)
            emit(f'cvt.rs{relu}{finite}.bf16x2.f32 %d, %a, %b, %c;', ['b32'], ['b32'] * 3,
                 [(i, [fn(i[0], i[2] >> 16) << 16 | fn(i[1], i[2] & 65535)]) for i in ins])


def bytes_of_bfloats(emit):
    """between bf16 and a register of eight bits"""
    real = lambda h: struct.unpack('<f', struct.pack('<I', h << 16))[0]
    some = [0, 0x8000, 0x3f80, 0xbf80, 0x3fc0, 0xbfc0, 0x42fe, 0x4300, 0xc300, 0xc302, 0x437f, 0x4380, 0x7f80, 0xff80, 0x7fc0, 0x0001, 0x4049, 0xc2f7]
    for t, least, most in (('s8', -128, 127), ('u8', 0, 255)):
        fn = lambda v: 0 if math.isnan(v) else max(least, min(most, math.trunc(v) if math.isfinite(v) else v))
        emit(f'{{ .reg .b8 q; cvt.rzi.{t}.bf16 q, %a; cvt.{t[0]}16.{t} %d, q; }}', ['b16'], ['b16'], [([h], [int(fn(real(h)))]) for h in some])
        number = lambda b: b - 256 if t == 's8' and b > 127 else b
        emit(f'{{ .reg .b8 q; cvt.u8.u16 q, %a; cvt.rn.bf16.{t} %d, q; }}', ['b16'], ['b16'],
             [([b], [struct.unpack('<I', struct.pack('<f', float(number(b))))[0] >> 16]) for b in range(0, 256, 5)])


def scales(emit):
    """exponents of f32 alone"""
    def scale(u, up, finite):
        size = u & 0x7fffffff
        if size > 0x7f800000:
            return 255
        v = size / 2.0 ** 149 if size < 1 << 23 else 0
        e = size >> 23
        if up and size & 0x7fffff and not v and e < 255 or up and v > 2.0 ** -127:
            e += 1
        return min(e, 254) if finite else e
    ins = [0, 1, 0x3fffff, 0x400000, 0x400001, 0x7fffff, 0x800000, 0x800001, 0x3f800000, 0x3f800001, 0xbf800001, 0x40490fdb, 0x7f000000, 0x7f000001,
           0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffffffff, 0x80000000, 0x80400001]
    for finite in (False, True):
        for rounding in ('rz', 'rp'):
            word = f'cvt.{rounding}{".satfinite" if finite else ""}.ue8m0x2'
            fn = lambda u: scale(u, rounding == 'rp', finite)
            emit(f'{word}.f32 %d, %a, %b;', ['b16'], ['b32'] * 2, [([a, b], [fn(a) << 8 | fn(b)]) for a, b in zip(ins, ins[::-1])])
            emit(f'{word}.bf16x2 %d, %a;', ['b16'], ['b32'],
                 [([a & 0xffff0000 | b >> 16], [fn(a & 0xffff0000) << 8 | fn(b & 0xffff0000)]) for a, b in zip(ins, ins[::-1])])
    back = lambda e: 0x7fff if e == 255 else e << 7 if e else 0x40
    emit('cvt.rn.bf16x2.ue8m0x2 %d, %a;', ['b32'], ['b16'], [([a << 8 | 255 - a], [back(a) << 16 | back(255 - a)]) for a in range(0, 256, 5)])


def finite(emit):
    single = lambda v: struct.unpack('<I', struct.pack('<f', v))[0]
    ins = [0.0, -0.0, 1.0, -2.5, 65504.0, 65519.0, 65520.0, -65520.0, 1e30, -1e30, math.inf, -math.inf, math.nan, 3.0e38, -3.4e38, 0.1]

    def f16(v):
        if math.isnan(v):
            return 0x7fff
        return struct.unpack('<H', struct.pack('<e', max(-65504.0, min(65504.0, v))))[0]

    def bf16(v):
        if math.isnan(v):
            return 0x7fff
        u = single(max(-3.3895313892515355e38, min(3.3895313892515355e38, v)))
        return u + 0x7fff + (u >> 16 & 1) >> 16
    for t, fn in (('f16', f16), ('bf16', bf16)):
        emit(f'cvt.rn.satfinite.{t}.f32 %d, %a;', ['b16'], ['b32'], [([single(v)], [fn(struct.unpack('<f', struct.pack('<f', v))[0])]) for v in ins])
        emit(f'cvt.rn.satfinite.{t}x2.f32 %d, %a, %b;', ['b32'], ['b32'] * 2,
             [([single(v), single(-v)], [fn(struct.unpack('<f', struct.pack('<f', v))[0]) << 16 | fn(struct.unpack('<f', struct.pack('<f', -v))[0])]) for v in ins])


def add(emit):
    comparisons(emit)
    logic(emit)
    scalar_video(emit)
    packed_video(emit)
    packs(emit)
    quarters(emit)
    smalls(emit)
    bytes_of_bfloats(emit)
    scales(emit)
    random_rounding(emit)
    finite(emit)

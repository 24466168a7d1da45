#!/usr/bin/env python3
"""What a compiler of blocks could gain: the basic blocks of bench/kernels.ptx, written as C with AVX-512 intrinsics and compiled by
gcc -O2, against the interpreter, with all checks, in turns.  Values stay in registers within a straight line of arithmetic, what nobody
reads later is not stored, NaNs are made canonical only where they leave, and branches are part of the block.  Accesses to memory call
the interpreter's handlers.  The bytes that both leave in memory must be the same.
Usage: block_ceiling.py BUILD [KERNEL]"""
import math, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PRED, HALF, WORD, LONG = 4, 64, 128, 256                        # bytes of a register: 32 lanes, or a bit for each
VECTORS = {HALF: 1, WORD: 2, LONG: 4}
ACCESSES = {"ldg8": 0, "ldg32": 1, "lds32": 1, "ldgv4_32": 4, "stg32": 0, "sts32": 0, "stgv4_32": 0}    # with words that are loaded
UNKNOWN = 512                                                   # no operand is longer
CANONICAL = "_mm512_mask_mov_epi32({0}, _mm512_cmp_ps_mask({1}, {1}, 3), _mm512_set1_epi32(0x7fffffff))"


def part(value, k):
    """Half a vector: lanes 8k to 8k + 7 of a word."""
    return f"_mm512_extracti64x4_epi64({value[k // 2]}, {k % 2})"


def floats(value):
    return f"_mm512_castsi512_ps({value})"


def each(name):
    return lambda *sources: [f"{name}({', '.join(operands)})" for operands in zip(*sources)]


def each_float(name):
    return lambda *sources: [f"_mm512_castps_si512({name}({', '.join(map(floats, operands))}))" for operands in zip(*sources)]


def longs(text):
    """[text] with {0}, {1}: halves of words; four times."""
    return lambda *sources: [text.format(*(part(s, k) for s in sources)) for k in range(4)]


def shifted(name):
    return lambda value, by: [f"{name}({value[k]}, _mm512_cvtepu32_epi64({part(by, k)}))" for k in range(4)]


# exec: bytes of the result, bytes of the sources, C for each vector of the result
FLOATS = {
    "add_f32": (WORD, (WORD, WORD), each_float("_mm512_add_ps")),
    "sub_f32": (WORD, (WORD, WORD), each_float("_mm512_sub_ps")),
    "mul_f32": (WORD, (WORD, WORD), each_float("_mm512_mul_ps")),
    "fma_f32": (WORD, (WORD, WORD, WORD), each_float("_mm512_fmadd_ps")),
    "rsqrt_f32": (WORD, (WORD,), lambda a: [f"_mm512_castps_si512(_mm512_div_ps(_mm512_set1_ps(1), _mm512_sqrt_ps({floats(x)})))" for x in a]),
}
MOVES = {"mov32": (WORD, (WORD,), list), "mov64": (LONG, (LONG,), list)}
ARITHMETIC = {
    **FLOATS, **MOVES,
    "add32": (WORD, (WORD, WORD), each("_mm512_add_epi32")),
    "sub32": (WORD, (WORD, WORD), each("_mm512_sub_epi32")),
    "mul32": (WORD, (WORD, WORD), each("_mm512_mullo_epi32")),
    "mad32": (WORD, (WORD, WORD, WORD), lambda a, b, c: each("_mm512_add_epi32")(each("_mm512_mullo_epi32")(a, b), c)),
    "and32": (WORD, (WORD, WORD), each("_mm512_and_si512")),
    "not32": (WORD, (WORD,), lambda a: [f"_mm512_xor_si512({x}, _mm512_set1_epi32(-1))" for x in a]),
    "maxs32": (WORD, (WORD, WORD), each("_mm512_max_epi32")),
    "shl32": (WORD, (WORD, WORD), each("_mm512_sllv_epi32")),
    "add64": (LONG, (LONG, LONG), each("_mm512_add_epi64")),
    "and64": (LONG, (LONG, LONG), each("_mm512_and_si512")),
    "mul64": (LONG, (LONG, LONG), each("_mm512_mullo_epi64")),
    "shl64": (LONG, (LONG, WORD), shifted("_mm512_sllv_epi64")),
    "shru64": (LONG, (LONG, WORD), shifted("_mm512_srlv_epi64")),
    "ext_s32_64": (LONG, (WORD,), longs("_mm512_cvtepi32_epi64({0})")),
    "ext_u32_64": (LONG, (WORD,), longs("_mm512_cvtepu32_epi64({0})")),
    "mulw_s32": (LONG, (WORD, WORD), longs("_mm512_mul_epi32(_mm512_cvtepi32_epi64({0}), _mm512_cvtepi32_epi64({1}))")),
    "mulw_u32": (LONG, (WORD, WORD), longs("_mm512_mul_epu32(_mm512_cvtepu32_epi64({0}), _mm512_cvtepu32_epi64({1}))")),
    "mulw_u16": (WORD, (HALF, HALF), lambda a, b: [f"_mm512_mullo_epi32(_mm512_cvtepu16_epi32({part(a, k)}), _mm512_cvtepu16_epi32({part(b, k)}))" for k in range(2)]),
    "sel64": (LONG, (LONG, LONG, PRED), lambda a, b, p: [f"_mm512_mask_blend_epi64((__mmask8)({p[0]} >> {8 * k}), {b[k]}, {a[k]})" for k in range(4)]),
}
for comparison, code in (("eq", 0), ("lt", 1), ("le", 2), ("ne", 4), ("ge", 5), ("gt", 6)):
    for kind, size, suffix in (("s32", WORD, "epi32"), ("u32", WORD, "epu32"), ("s64", LONG, "epi64"), ("u64", LONG, "epu64")):
        def compare(a, b, suffix=suffix, code=code):
            lanes = 32 // len(a)
            return [" | ".join(f"(uint32_t)_mm512_cmp_{suffix}_mask({x}, {y}, {code}) << {lanes * k}" for k, (x, y) in enumerate(zip(a, b)))]
        ARITHMETIC[f"setp_{comparison}_{kind}"] = (PRED, (size, size), compare)


def bits(offset, size):
    """The part of a frame, a bit for each four bytes."""
    return ((1 << size // 4) - 1) << offset // 4


class Instruction:
    def __init__(self, words):
        self.exec, self.to, count = words[0], int(words[3]), int(words[1])
        operands = [tuple(map(int, word.split(":"))) for word in words[4:]]
        self.results, self.sources = operands[:count], operands[count:]

    def source_bytes(self, k):
        if self.exec in ARITHMETIC:
            return ARITHMETIC[self.exec][1][k]
        if self.exec in ACCESSES:
            return LONG if k == 0 else WORD
        return PRED if self.exec == "bra_if" else UNKNOWN

    def used(self):
        return sum_bits((o[1], self.source_bytes(k)) for k, o in enumerate(self.sources) if o[0] == 0)

    def written(self):
        size = ARITHMETIC[self.exec][0] if self.exec in ARITHMETIC else WORD if ACCESSES.get(self.exec) else 0
        return sum_bits((o[1], size) for o in self.results)


def sum_bits(places):
    found = 0
    for offset, size in places:
        found |= bits(offset, size)
    return found


def liveness(code):
    """By instruction: which parts of the frame are read before they are written, from there on."""
    live, changed = [0] * (len(code) + 1), True
    while changed:
        changed = False
        for k in reversed(range(len(code))):
            i = code[k]
            behind = (live[k + 1] if i.exec not in ("exit", "bra") else 0) | (live[i.to] if i.to >= 0 else 0)
            now = i.used() | behind & ~i.written()
            changed, live[k] = changed or now != live[k], now
    return live


def leaders(code):
    found = {0}
    for k, i in enumerate(code):
        if i.to >= 0:
            found |= {i.to, k + 1}
        if i.exec == "join":
            found |= {k, k + 1}
        if i.exec not in ARITHMETIC and i.exec not in ACCESSES:
            found.add(k + 1)
    return found


class Block:
    """C of one basic block from instruction [start] on."""

    def __init__(self, code, live, start, number):
        self.code, self.live, self.start, self.number = code, live, start, number
        self.values, self.lines, self.count, self.arithmetic = {}, [], 0, 0

    def emit(self, line):
        self.lines.append("    " + line)

    def variable(self, size, text):
        self.count += 1
        self.emit(f"{'uint32_t' if size == PRED else '__m512i'} v{self.count} = {text};")
        return f"v{self.count}"

    def make_canonical(self, value):
        for v in value["vectors"] if value["raw"] else ():
            self.emit(f"{v} = {CANONICAL.format(v, floats(v))};")
        value["raw"] = False

    def store_all(self, at):
        """Writes back what is read from instruction [at] on, and forgets everything."""
        plain, masked = [], []
        for (base, offset, size), value in self.values.items():
            if base or not value["dirty"] or not self.live[at] & bits(offset, size):
                continue
            self.make_canonical(value)
            if size == PRED:
                place = f"*(uint32_t *)(frame + {offset})"
                self.emit(f"{place} = ({place} & ~mask) | ({value['vectors'][0]} & mask);")
                continue
            lanes = 32 // VECTORS[size]
            for k, v in enumerate(value["vectors"]):
                to = f"(void *)(frame + {offset + 64 * k})"
                plain.append(f"_mm512_storeu_si512({to}, {v});")
                masked.append(f"_mm512_mask_storeu_epi{512 // lanes}({to}, (__mmask{lanes})(mask >> {lanes * k}), {v});")
        if plain:
            self.emit("if (__builtin_expect(w->all, 1)) { " + " ".join(plain) + " } else { " + " ".join(masked) + " }")
        self.values.clear()

    def overlapping(self, base, offset, size):
        return [key for key in self.values if key != (base, offset, size) and key[0] == base and key[1] < offset + size and offset < key[1] + key[2]]

    def read(self, operand, size, at, as_float):
        key = (*operand, size)
        if key not in self.values:
            if self.overlapping(*key):
                self.store_all(at)
            place = ("frame", "uniform", "special")[operand[0]] + f" + {operand[1]}"
            texts = [f"*(const uint32_t *)({place})"] if size == PRED else [f"_mm512_loadu_si512((const void *)({place} + {64 * k}))" for k in range(VECTORS[size])]
            self.values[key] = {"vectors": [self.variable(size, text) for text in texts], "dirty": False, "raw": False}
        if not as_float:
            self.make_canonical(self.values[key])
        return self.values[key]["vectors"]

    def compute(self, at):
        i = self.code[at]
        size, sizes, texts = ARITHMETIC[i.exec]
        sources = [self.read(i.sources[k], sizes[k], at, i.exec in FLOATS) for k in range(len(sizes))]
        vectors = [self.variable(size, text) for text in texts(*sources)]
        for key in self.overlapping(*i.results[0], size):
            assert not self.values[key]["dirty"] or not self.live[at + 1] & bits(*key[1:]) & ~bits(i.results[0][1], size), "a value would be lost"
            del self.values[key]
        self.values[(*i.results[0], size)] = {"vectors": vectors, "dirty": True, "raw": i.exec in FLOATS}
        self.arithmetic += 1

    def access(self, at):
        self.store_all(at)
        step = at - self.start
        self.emit(f"next = {f'i[{step}].fn' if step else f'first[{self.number}]'}(w, i + {step});")
        self.emit(f"if (next != i + {step + 1}) return next;")

    def body(self, stops):
        at = self.start
        while at < len(self.code) and (at == self.start or at not in stops):
            kind = self.code[at].exec
            if kind in ARITHMETIC:
                self.compute(at)
            elif kind in ACCESSES:
                self.access(at)
            else:
                break
            at += 1
        self.store_all(at)
        step = at - self.start
        ends = at not in stops and at < len(self.code) and self.code[at].exec == "bra_if"
        self.emit(f"return iq_ptx_x_bra_if(w, i + {step});" if ends else f"return i + {step};")


HEAD = "static const struct iq_ptx_insn *{0}(struct iq_warp *w, const struct iq_ptx_insn *i)\n{{\n"
BEGIN = """    uint8_t *frame = w->base[BASE_FRAME], *uniform = w->base[BASE_UNIFORM], *special = w->base[BASE_WARP];
    uint32_t mask = w->mask;
    const struct iq_ptx_insn *next;
    (void)frame, (void)uniform, (void)special, (void)mask, (void)next;
"""


def blocks_of(listing):
    """C of all blocks that compute something, and of the joins in front of them; the table."""
    kernels, text, table = {}, [], []
    for line in listing.splitlines():
        words = line.split()
        kernels.setdefault(words[0], []).append(Instruction(words[2:]))
    for kernel, code in kernels.items():
        assert all(i.exec != "guard" for i in code), "instructions under a guard are called one by one"
        live, stops = liveness(code), leaders(code)
        for start in sorted(stops - {len(code)}):
            block, name = Block(code, live, start, len(table)), f"{kernel}_{start}"
            block.body(stops)
            if not block.arithmetic:
                continue
            text += [HEAD.format(name) + BEGIN + "\n".join(block.lines) + "\n}\n"]
            table.append((kernel, start, name))
            if start and code[start - 1].exec == "join":
                text += [HEAD.format("join_" + name) + f"    return w->group_count == 1 ? {name}(w, i + 1) : iq_ptx_x_join(w, i);\n}}\n"]
                table.append((kernel, start - 1, "join_" + name))
    rows = "".join(f'    {{"{kernel}", {at}, {name}}},\n' for kernel, at, name in table)
    return "\n".join(text) + f"static const struct {{ const char *kernel; uint32_t at; iq_ptx_exec_fn *fn; }} blocks[] = {{\n{rows}}};\n"


def program(folder, build, name, *options):
    """bench/ptx_speed.c with the measure of block_ceiling.c."""
    with open(os.path.join(HERE, "ptx_speed.c"), encoding="utf-8") as file:
        speed = file.read()
    own = speed.replace("static void measure(", "static void measure(const char *, uint32_t, uint32_t, void (*)(void));\n__attribute__((unused)) static void measure_modes(")
    assert own != speed
    source, to = os.path.join(folder, name + ".c"), os.path.join(folder, name)
    with open(source, "w", encoding="utf-8") as file:
        file.write(own.replace('"../tests/unit/', '"') + '\n#include "block_ceiling.c"\n')
    root = os.path.dirname(HERE)
    subprocess.run(["gcc", "-std=gnu11", "-O2", "-march=x86-64-v4", "-ffp-contract=off", "-fno-strict-aliasing", *options, "-o", to, source, "-I" + HERE, f"-I{root}/src",
                    f"-I{root}/tests/unit", f"{build}/obj/libiq_ptx.a", f"{build}/obj/libiq_arch.a", "-lpthread", "-lm"], check=True)
    return to


def main():
    build, kernels, only = os.path.abspath(sys.argv[1]), os.path.join(HERE, "kernels.ptx"), sys.argv[2:3]
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        if "avx512vl" not in file.read():
            print("no AVX-512: skipped")
            return 0
    with tempfile.TemporaryDirectory() as folder:
        listed = subprocess.run([program(folder, build, "list", "-DLIST"), kernels, "small"], check=True, capture_output=True, text=True)
        blocks = os.path.join(folder, "blocks.inc")
        with open(blocks, "w", encoding="utf-8") as file:
            file.write(blocks_of(listed.stdout))
        done = subprocess.run([program(folder, build, "compare", f'-DBLOCKS="{blocks}"'), kernels, "large", *only], check=True, capture_output=True, text=True)
    print(f"{'kernel':<14}{'interpreter':>12}{'blocks':>10}{'ratio':>8}    (milliseconds of one core)")
    ratios = []
    for name, interpreter, compiled in (line.split() for line in done.stdout.splitlines()):
        ratios.append(float(interpreter) / float(compiled))
        print(f"{name:<14}{float(interpreter):>12.2f}{float(compiled):>10.2f}{ratios[-1]:>8.2f}")
    print(f"{'geometric mean':<36}{math.exp(sum(map(math.log, ratios)) / len(ratios)):>8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

/* Arithmetic on words of 32 bits whose result a single instruction reads becomes part of that
 * instruction: up to three words combined bit by bit, sums of up to three words, both in one, and a
 * rotation with the sum it goes into.  So values need not go through memory, and instructions
 * disappear, unlike with pairs of handlers (docs/adr/0021).
 *
 * It comes after everything that looks for the meaning of registers (origin.c, form.c, demand.c,
 * passive.c), which so need not know what is folded, and before registers get places, since what is
 * read later must live longer.  What is folded cannot fault, and what remains keeps its line.
 * A function with shuffles stays as it is: undefined.h follows what they leave undefined from
 * instruction to instruction, and knows what an `and` with zero does. */
#include "ptx/fold.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/shape.h"

enum { INPUTS = 3, WORDS = 5, TABLE_A = 0xf0, TABLE_B = 0xcc, TABLE_C = 0xaa };
enum {
#define BITS(n, expr) BITS_##n,
#include "ptx/bits.def"
    BITS_COUNT
};

/* What an instruction computes: table (as that of lop3) of the first [inputs] words, plus the
 * others; no words: something else. */
struct sum {
    uint8_t inputs, addends, table;
    uint32_t words[WORDS];
};

struct folding {
    struct iq_ptx_function *f;
    uint32_t *definition, *reads; /* by register: shape.h; how often it is read */
    uint32_t *written;            /* by register: 1 + the last instruction so far that writes it */
    struct sum *sums;             /* by instruction */
    uint8_t *absorbed;            /* by instruction: others do what it does */
    uint32_t start;               /* of the straight line */
};

static bool is_lane(const struct iq_ptx_insn *x, uint32_t code)
{
    bool words = x->exec == X_lane && x->nd == 1 && x->ns == 3;
    for (uint32_t k = 0; words && k <= x->ns; k++)
        words = LANE_SIZE(x->mod, k) == 2;
    return words && (x->mod & 255) == code;
}

/* --- what an instruction computes --- */

static bool is_bitwise(const struct iq_ptx_insn *x)
{
    return x->exec == X_and32 || x->exec == X_or32 || x->exec == X_xor32 || x->exec == X_not32 ||
           is_lane(x, LANE_LOP3);
}

/* The table of an instruction as one of those of its operands. */
static uint8_t combine(const struct iq_ptx_insn *x, const uint8_t *tables)
{
    uint8_t table = 0;
    switch (x->exec) {
    case X_and32: return tables[0] & tables[1];
    case X_or32: return tables[0] | tables[1];
    case X_xor32: return tables[0] ^ tables[1];
    case X_not32: return (uint8_t)~tables[0];
    default:
        for (uint32_t bit = 0; bit < 8; bit++) {
            uint32_t at = (tables[0] >> bit & 1u) << 2 | (tables[1] >> bit & 1u) << 1 |
                          (tables[2] >> bit & 1u);
            table |= (uint8_t)((x->imm >> at & 1) << bit);
        }
        return table;
    }
}

/* The input of [to] that is [word], which becomes one if there is room; INPUTS: there is none. */
static uint32_t input_of(struct sum *to, uint32_t word)
{
    uint32_t k = 0;
    while (k < to->inputs && to->words[k] != word)
        k++;
    if (k == to->inputs && k < INPUTS)
        to->words[to->inputs++] = word;
    return k;
}

/* The table of [from], with its inputs among those of [to]; false: too many. */
static bool translate(const struct sum *from, struct sum *to, uint8_t *table)
{
    uint32_t place[INPUTS] = { 0 };
    for (uint32_t k = 0; k < from->inputs; k++)
        if ((place[k] = input_of(to, from->words[k])) == INPUTS)
            return false;
    *table = 0;
    for (uint32_t bit = 0; bit < 8; bit++) {
        uint32_t at = 0;
        for (uint32_t k = 0; k < from->inputs; k++)
            at |= (bit >> (2 - place[k]) & 1) << (2 - k);
        *table |= (uint8_t)((from->table >> at & 1) << bit);
    }
    return true;
}

static bool join_bits(const struct iq_ptx_insn *x, const struct sum *parts, struct sum *to)
{
    uint8_t tables[INPUTS] = { 0 };
    for (uint32_t k = 0; k < x->ns; k++)
        if (parts[k].addends || !translate(&parts[k], to, &tables[k]))
            return false;
    to->table = combine(x, tables);
    return true;
}

/* A word alone is an addend. */
static bool add_part(const struct sum *part, struct sum *to)
{
    bool word = part->inputs == 1 && part->table == TABLE_A && !part->addends;
    uint32_t first = word ? 0 : part->inputs, count = word ? 1 : part->addends;
    if (first && to->inputs)
        return false;
    if (to->addends + count + (first || to->inputs ? INPUTS : INPUTS - 1) > WORDS)
        return false;
    /* words of the addends so far give way */
    for (uint32_t k = to->addends; first && k-- > 0;)
        to->words[first + k] = to->words[k];
    for (uint32_t k = 0; k < first; k++)
        to->words[k] = part->words[k];
    to->inputs += (uint8_t)first;
    to->table = first ? part->table : to->table;
    for (uint32_t k = 0; k < count; k++)
        to->words[to->inputs + to->addends++] = part->words[first + k];
    return true;
}

static bool join(const struct iq_ptx_insn *x, const struct sum *parts, struct sum *to)
{
    *to = (struct sum){ 0 };
    if (x->exec != X_add32)
        return join_bits(x, parts, to);
    return add_part(&parts[0], to) && add_part(&parts[1], to);
}

/* --- what becomes of it --- */

static void put(struct iq_ptx_insn *x, uint32_t exec, const uint32_t *words, uint32_t count)
{
    x->exec = (uint16_t)exec;
    x->ns = (uint8_t)count;
    for (uint32_t k = 0; k < count; k++)
        x->o[1 + k] = words[k];
}

/* The row of bits.def with this table; BITS_COUNT: none. */
static uint32_t row_of(uint8_t table)
{
    enum { a = TABLE_A, b = TABLE_B, c = TABLE_C };
    static const uint8_t tables[] = {
#define BITS(n, expr) (uint8_t)(expr),
#include "ptx/bits.def"
    };
    uint32_t row = 0;
    while (row < BITS_COUNT && tables[row] != table)
        row++;
    return row;
}

/* The row of bits.def that the inputs of [s] are in some order, which [words] gets. */
static uint32_t order(const struct sum *s, uint32_t *words)
{
    static const uint8_t orders[][INPUTS] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                              { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
    uint32_t row = BITS_COUNT;
    for (uint32_t k = 0; row == BITS_COUNT && k < sizeof orders / sizeof *orders; k++) {
        struct sum to = { .inputs = INPUTS };
        uint8_t table;
        for (uint32_t n = 0; n < INPUTS; n++)
            to.words[n] = words[n] = s->words[orders[k][n] < s->inputs ? orders[k][n] : 0];
        row = translate(s, &to, &table) ? row_of(table) : BITS_COUNT;
    }
    return row;
}

/* Makes [x] an instruction that computes [s]; false: there is none. */
static bool rewrite(struct iq_ptx_insn *x, const struct sum *s)
{
    uint32_t words[WORDS];
    if (!s->inputs) {
        put(x, s->addends < 3 ? X_add32 : X_add3, s->words, s->addends);
        return true;
    }
    uint32_t row = order(s, words);
    if (row == BITS_COUNT)
        return false;
    memcpy(words + INPUTS, s->words + s->inputs, s->addends * sizeof *words);
    put(x, X_bits_not + row * (X_bits_and - X_bits_not) + s->addends, words, INPUTS + s->addends);
    return true;
}

/* --- what can be part of what --- */

/* Have the operands of [at] still the values that it read? */
static bool is_current(const struct folding *w, uint32_t at)
{
    const struct iq_ptx_insn *x = &w->f->insns[at];
    for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns; k++)
        if (OPND_BASE(x->o[k]) == BASE_FRAME && w->written[x->o[k]] > at)
            return false;
    return true;
}

/* 1 + the instruction in the same straight line that gives [operand] its value and may do so as
 * part of its reader; 0: there is none.  A complement takes no more room than what it is of, so
 * that others may read it, too. */
static uint32_t part_of(const struct folding *w, uint32_t operand)
{
    uint32_t made = OPND_BASE(operand) == BASE_FRAME ? w->definition[operand] : 0;
    if (made <= w->start || w->written[operand] != made || !is_current(w, made - 1))
        return 0;
    const struct sum *s = &w->sums[made - 1];
    return w->reads[operand] == 1 || (s->inputs == 1 && !s->addends) ? made : 0;
}

/* A word alone, of which an operand is the value. */
static struct sum word_of(uint32_t operand)
{
    return (struct sum){ .inputs = 1, .table = TABLE_A, .words = { operand } };
}

/* Finds what [at] computes, with as much of what its operands are as possible. */
static void fold_sum(struct folding *w, uint32_t at)
{
    struct iq_ptx_insn *x = &w->f->insns[at];
    struct sum parts[INPUTS];
    uint32_t made[INPUTS] = { 0 }, count = x->ns, chosen = 1u << count;
    for (uint32_t k = 0; k < count; k++)
        made[k] = part_of(w, x->o[1 + k]);
    for (bool fits = false; !fits && chosen-- > 0;) {
        bool possible = true;
        for (uint32_t k = 0; k < count; k++) {
            const struct sum *s = chosen >> k & 1 && made[k] ? &w->sums[made[k] - 1] : NULL;
            possible &= !(chosen >> k & 1) || (s && s->inputs + s->addends);
            parts[k] = s ? *s : word_of(x->o[1 + k]);
        }
        fits = possible && join(x, parts, &w->sums[at]) && (!chosen || rewrite(x, &w->sums[at]));
    }
    for (uint32_t k = 0; k < count; k++)
        if (chosen >> k & 1)
            w->absorbed[made[k] - 1] = 1;
}

/* A rotation becomes part of the sum that it goes into. */
static bool fold_rotation(struct folding *w, uint32_t at)
{
    struct iq_ptx_insn *x = &w->f->insns[at];
    for (uint32_t k = 1; k <= 2; k++) {
        uint32_t made = part_of(w, x->o[k]);
        const struct iq_ptx_insn *turn = made ? &w->f->insns[made - 1] : NULL;
        if (!turn || !is_lane(turn, LANE_SHF_L_WRAP) || turn->o[1] != turn->o[2])
            continue;
        put(x, X_rotate_add, (uint32_t[]){ turn->o[1], turn->o[3], x->o[3 - k] }, 3);
        w->absorbed[made - 1] = 1;
        return true;
    }
    return false;
}

static void visit(struct folding *w, uint32_t at)
{
    const struct iq_ptx_insn *x = &w->f->insns[at];
    if (is_bitwise(x) || (x->exec == X_add32 && !fold_rotation(w, at)))
        fold_sum(w, at);
}

static void fold(struct folding *w, const uint8_t *guarded, const uint8_t *meets)
{
    const struct iq_ptx_function *f = w->f;
    for (uint32_t i = 0; i < f->insn_count; i++) {
        if (meets[i] || (i && iq_ptx_ends_block(f->insns[i - 1].exec)))
            w->start = i;
        if (!guarded[i])
            visit(w, i);
        for (uint32_t k = 0; k < f->insns[i].nd; k++)
            w->written[f->insns[i].o[k]] = i + 1;
    }
}

static void count_reads(const struct folding *w, const struct iq_ptx_insn *x, uint32_t change)
{
    for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns; k++)
        if (OPND_BASE(x->o[k]) == BASE_FRAME)
            w->reads[x->o[k]] += change;
}

static void count_all_reads(struct folding *w)
{
    for (uint32_t r = 0; r < w->f->vreg_count; r++)
        w->reads[r] = 0;
    for (uint32_t i = 0; i < w->f->insn_count; i++)
        count_reads(w, &w->f->insns[i], 1);
}

/* What is part of others goes, unless somebody else reads it. */
static void drop(struct folding *w, uint8_t *dropped)
{
    count_all_reads(w);
    for (uint32_t i = w->f->insn_count; i-- > 0;) {
        const struct iq_ptx_insn *x = &w->f->insns[i];
        if (!w->absorbed[i] || w->reads[x->o[0]])
            continue;
        dropped[i] = 1;
        count_reads(w, x, UINT32_MAX);
    }
}

static bool has_shuffle(const struct iq_ptx_function *f)
{
    for (uint32_t i = 0; i < f->insn_count; i++)
        if (f->insns[i].exec == X_shfl)
            return true;
    return false;
}

bool iq_ptx_function_fold(struct iq_ptx_function *f, const uint8_t *guarded, uint8_t *dropped)
{
    if (has_shuffle(f))
        return true;
    size_t n = f->vreg_count + 1, count = f->insn_count + 1;
    struct folding w = { .f = f,
                         .definition = iq_ptx_function_definitions(f),
                         .reads = calloc(n, sizeof *w.reads),
                         .written = calloc(n, sizeof *w.written),
                         .sums = calloc(count, sizeof *w.sums),
                         .absorbed = calloc(count, 1) };
    uint8_t *meets = iq_ptx_function_meets(f);
    bool ok = w.definition && w.reads && w.written && w.sums && w.absorbed && meets;
    if (ok) {
        count_all_reads(&w);
        fold(&w, guarded, meets);
        drop(&w, dropped);
    }
    free(w.definition);
    free(w.reads);
    free(w.written);
    free(w.sums);
    free(w.absorbed);
    free(meets);
    return ok;
}

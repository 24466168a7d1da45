/* Per function, after parsing: constants take the place of registers that only copy them, unused
 * moves go, and the remaining registers get places in the frame by liveness (a lane's registers
 * depend on that lane's path alone, so the usual analysis of one thread holds for all lanes). */
#include <stdlib.h>
#include <string.h>

#include "ptx/fold.h"
#include "ptx/shape.h"

struct optimisation {
    struct iq_ptx_function *f;
    /* by register: number of definitions; operand that stands for it */
    uint32_t *defs, *replace;
    uint8_t *guarded, *dropped; /* by instruction */
    uint32_t *block_of, *starts, block_count, words;
    uint64_t *live_in, *use, *def;
    uint32_t *first, *last, *place;
    bool *passive;
};

static bool is_copy(const struct iq_ptx_insn *i)
{
    return i->exec >= X_mov16 && i->exec <= X_mov64;
}
static void mark_guarded(struct optimisation *w)
{
    struct iq_ptx_function *f = w->f;
    for (uint32_t i = 0; i < f->insn_count; i++)
        if (f->insns[i].exec == X_guard)
            for (uint64_t k = 1; k <= f->insns[i].imm && i + k < f->insn_count; k++)
                w->guarded[i + k] = 1;
}

static void propagate(struct optimisation *w)
{
    struct iq_ptx_function *f = w->f;
    for (uint32_t i = 0; i < f->insn_count; i++)
        for (uint32_t k = 0; k < f->insns[i].nd; k++)
            w->defs[f->insns[i].o[k]]++;
    bool changed = true;
    for (uint32_t round = 0; changed && round < 4; round++) {
        changed = false;
        for (uint32_t i = 0; i < f->insn_count; i++) {
            struct iq_ptx_insn *x = &f->insns[i];
            for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns; k++)
                if (OPND_BASE(x->o[k]) == BASE_FRAME && w->replace[x->o[k]])
                    x->o[k] = w->replace[x->o[k]];
            if (is_copy(x) && !w->guarded[i] && w->defs[x->o[0]] == 1 &&
                OPND_BASE(x->o[1]) != BASE_FRAME && !w->replace[x->o[0]]) {
                w->replace[x->o[0]] = x->o[1];
                changed = true;
            }
        }
    }
}

/* What is known of instruction [from] is known of [to]. */
static void move_notes(struct iq_ptx_function *f, uint32_t to, uint32_t from, const uint32_t *moved)
{
    if (f->origins)
        f->origins[to] = f->origins[from];
    if (f->owners)
        f->owners[to] = f->owners[from];
    if (f->loads)
        f->loads[to] = f->loads[from] ? moved[f->loads[from] - 1] + 1 : 0;
    if (f->demand)
        f->demand[to] = f->demand[from];
}

/* Drops the copies that nobody reads any more, and what others do now, and moves branch targets
 * along. */
static bool compact(struct optimisation *w)
{
    struct iq_ptx_function *f = w->f;
    uint32_t *moved = malloc((f->insn_count + 1) * sizeof *moved), kept = 0;
    if (!moved)
        return false;
    for (uint32_t i = 0; i < f->insn_count; i++) {
        moved[i] = kept;
        kept += !w->dropped[i] &&
                !(is_copy(&f->insns[i]) && !w->guarded[i] && w->replace[f->insns[i].o[0]]);
    }
    moved[f->insn_count] = kept;
    for (uint32_t i = 0; i < f->insn_count; i++) {
        bool keep = moved[i + 1] > moved[i];
        struct iq_ptx_insn x = f->insns[i];
        if (iq_ptx_is_branch(x.exec))
            x.target = moved[x.target < f->insn_count ? x.target : f->insn_count - 1];
        if (keep) {
            f->insns[moved[i]] = x;
            w->guarded[moved[i]] = w->guarded[i];
            move_notes(f, moved[i], i, moved);
        }
    }
    for (uint32_t i = 0; i < f->switch_count; i += f->switches[i] + 1)
        for (uint32_t k = 1; k <= f->switches[i]; k++)
            f->switches[i + k] =
                moved[f->switches[i + k] < f->insn_count ? f->switches[i + k] : f->insn_count - 1];
    memset(w->dropped, 0, f->insn_count);
    f->insn_count = kept;
    free(moved);
    return true;
}

/* What becomes part of others has no place, so that no place of others is passive for it. */
static bool fold(struct optimisation *w)
{
    if (!iq_ptx_function_fold(w->f, w->guarded, w->dropped))
        return false;
    for (uint32_t i = 0; i < w->f->insn_count; i++)
        if (w->dropped[i])
            w->passive[w->f->insns[i].o[0]] = false;
    return compact(w);
}

static bool split_blocks(struct optimisation *w)
{
    struct iq_ptx_function *f = w->f;
    uint8_t *leader = iq_ptx_function_meets(f);
    if (!leader)
        return false;
    leader[0] = 1;
    for (uint32_t i = 0; i < f->insn_count; i++)
        leader[i + 1] |= iq_ptx_ends_block(f->insns[i].exec);
    w->block_count = 0;
    for (uint32_t i = 0; i < f->insn_count; i++) {
        if (leader[i])
            w->starts[w->block_count++] = i;
        w->block_of[i] = w->block_count - 1;
    }
    w->starts[w->block_count] = f->insn_count;
    free(leader);
    return true;
}

static void set_bit(uint64_t *set, uint32_t bit) { set[bit / 64] |= 1ull << bit % 64; }
static bool get_bit(const uint64_t *set, uint32_t bit) { return set[bit / 64] >> bit % 64 & 1; }

static void local_sets(struct optimisation *w)
{
    const struct iq_ptx_function *f = w->f;
    for (uint32_t i = 0; i < f->insn_count; i++) {
        const struct iq_ptx_insn *x = &f->insns[i];
        uint64_t *use = w->use + (size_t)w->block_of[i] * w->words,
                 *def = w->def + (size_t)w->block_of[i] * w->words;
        for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns; k++)
            if (OPND_BASE(x->o[k]) == BASE_FRAME && !get_bit(def, x->o[k]))
                set_bit(use, x->o[k]);
        for (uint32_t k = 0; k < x->nd; k++) {
            if (w->guarded[i]) { /* lanes that skip it keep the old value */
                if (!get_bit(def, x->o[k]))
                    set_bit(use, x->o[k]);
            } else {
                set_bit(def, x->o[k]);
            }
        }
    }
}

static void join_successor(struct optimisation *w, uint32_t insn, uint64_t *out)
{
    if (insn >= w->f->insn_count)
        return;
    const uint64_t *in = w->live_in + (size_t)w->block_of[insn] * w->words;
    for (uint32_t k = 0; k < w->words; k++)
        out[k] |= in[k];
}

static void live_out(struct optimisation *w, uint32_t block, uint64_t *out)
{
    const struct iq_ptx_function *f = w->f;
    uint32_t end = w->starts[block + 1];
    const struct iq_ptx_insn *x = &f->insns[end - 1];
    memset(out, 0, w->words * sizeof *out);
    if (iq_ptx_is_branch(x->exec))
        join_successor(w, x->target, out);
    if (x->exec == X_brx)
        for (uint32_t k = 1; k <= f->switches[x->aux]; k++)
            join_successor(w, f->switches[x->aux + k], out);
    if (x->exec != X_bra && x->exec != X_brx && x->exec != X_ret && x->exec != X_exit)
        join_successor(w, end, out);
}

static bool solve(struct optimisation *w, uint64_t *out)
{
    bool changed = true;
    for (uint32_t round = 0; changed && round < 1000; round++) {
        changed = false;
        for (uint32_t b = w->block_count; b-- > 0;) {
            size_t at = (size_t)b * w->words;
            live_out(w, b, out);
            for (uint32_t k = 0; k < w->words; k++) {
                uint64_t in = w->use[at + k] | (out[k] & ~w->def[at + k]);
                changed |= in != w->live_in[at + k];
                w->live_in[at + k] = in;
            }
        }
    }
    return !changed;
}

static void touch(struct optimisation *w, uint32_t reg, uint32_t at)
{
    if (at < w->first[reg])
        w->first[reg] = at;
    if (at + 1 > w->last[reg])
        w->last[reg] = at + 1;
}

static void touch_set(struct optimisation *w, const uint64_t *set, uint32_t at)
{
    for (uint32_t k = 0; k < w->words; k++)
        for (uint64_t bits = set[k]; bits; bits &= bits - 1)
            touch(w, k * 64 + (uint32_t)__builtin_ctzll(bits), at);
}

/* One interval per register: from its first to its last position, over everything where it is
 * live. */
static void intervals(struct optimisation *w, uint64_t *out)
{
    const struct iq_ptx_function *f = w->f;
    for (uint32_t b = 0; b < w->block_count; b++) {
        touch_set(w, w->live_in + (size_t)b * w->words, w->starts[b]);
        live_out(w, b, out);
        touch_set(w, out, w->starts[b + 1] - 1);
    }
    for (uint32_t i = 0; i < f->insn_count; i++)
        for (uint32_t k = 0; k < (uint32_t)f->insns[i].nd + f->insns[i].ns; k++)
            if (OPND_BASE(f->insns[i].o[k]) == BASE_FRAME)
                touch(w, f->insns[i].o[k], i);
}

static uint32_t size_class(uint32_t size)
{
    return size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : size == 8 ? 3 : 4;
}
static uint32_t class_bytes(uint32_t c)
{
    return c == 0 ? 32 : c == 1 ? 64 : c == 2 ? 128 : c == 3 ? 256 : 512;
}

struct slots {
    uint32_t *items, count, cap;
};

/* Linear scan with one free list per size, so that places of different sizes never overlap in time
 * or space.  Passive registers share no place with others. */
static bool assign(struct optimisation *w)
{
    struct iq_ptx_function *f = w->f;
    uint32_t n = f->vreg_count, bytes = 0, live = 0,
             *order = calloc(f->insn_count + 2, sizeof *order);
    uint32_t *chain = calloc(n + 1, sizeof *chain),
             *ending = calloc(f->insn_count + 2, sizeof *ending),
             *end_chain = calloc(n + 1, sizeof *end_chain);
    struct slots freed[2][5] = { { { 0 } } };
    bool ok = order && chain && ending && end_chain;
    for (uint32_t r = n; ok && r-- > 0;)
        if (w->first[r] != UINT32_MAX) {
            chain[r] = order[w->first[r]];
            order[w->first[r]] = r + 1;
            end_chain[r] = ending[w->last[r]];
            ending[w->last[r]] = r + 1;
        }
    for (uint32_t i = 0; ok && i <= f->insn_count; i++) {
        for (uint32_t r = ending[i]; r && ok; r = end_chain[r - 1]) {
            struct slots *s = &freed[w->passive[r - 1]][size_class(f->vreg_size[r - 1])];
            ok = IQ_PTX_GROW(s->items, s->count, s->cap);
            if (ok)
                s->items[s->count++] = w->place[r - 1];
            live -= f->vreg_size[r - 1];
        }
        for (uint32_t r = order[i]; r && ok; r = chain[r - 1]) {
            uint32_t c = size_class(f->vreg_size[r - 1]);
            live += f->vreg_size[r - 1];
            if (live > f->live_bytes)
                f->live_bytes = live;
            struct slots *s = &freed[w->passive[r - 1]][c];
            if (s->count) {
                w->place[r - 1] = s->items[--s->count];
            } else {
                w->place[r - 1] = bytes;
                bytes += class_bytes(c);
            }
        }
    }
    for (uint32_t c = 0; c < 5; c++) {
        free(freed[0][c].items);
        free(freed[1][c].items);
    }
    free(order);
    free(chain);
    free(ending);
    free(end_chain);
    f->frame_bytes = (bytes + 63) & ~63u;
    return ok && bytes < 0x3fffffffu;
}

static void rewrite(struct optimisation *w)
{
    struct iq_ptx_function *f = w->f;
    for (uint32_t i = 0; i < f->insn_count; i++)
        for (uint32_t k = 0; k < (uint32_t)f->insns[i].nd + f->insns[i].ns; k++)
            if (OPND_BASE(f->insns[i].o[k]) == BASE_FRAME)
                f->insns[i].o[k] = OPND(BASE_FRAME, w->place[f->insns[i].o[k]]);
}

static bool places(struct optimisation *w)
{
    struct iq_ptx_function *f = w->f;
    uint32_t n = f->vreg_count ? f->vreg_count : 1;
    w->words = (n + 63) / 64;
    size_t bits = (size_t)w->block_count * w->words;
    w->first = malloc(n * sizeof *w->first);
    w->last = calloc(n, sizeof *w->last);
    w->place = calloc(n, sizeof *w->place);
    if (!w->first || !w->last || !w->place)
        return false;
    memset(w->first, 0xff, n * sizeof *w->first);
    bool small = bits < 16u << 20; /* else every register gets a place of its own */
    uint64_t *out = malloc(w->words * sizeof *out);
    w->live_in = calloc(small ? bits : 1, sizeof *w->live_in);
    w->use = calloc(small ? bits : 1, sizeof *w->use);
    w->def = calloc(small ? bits : 1, sizeof *w->def);
    bool ok = out && w->live_in && w->use && w->def;
    if (ok && small)
        local_sets(w);
    if (ok && small && solve(w, out)) {
        intervals(w, out);
    } else if (ok) {
        for (uint32_t i = 0; i < f->insn_count; i++)
            for (uint32_t k = 0; k < (uint32_t)f->insns[i].nd + f->insns[i].ns; k++)
                if (OPND_BASE(f->insns[i].o[k]) == BASE_FRAME) {
                    touch(w, f->insns[i].o[k], 0);
                    touch(w, f->insns[i].o[k], f->insn_count - 1);
                }
    }
    free(out);
    return ok && assign(w);
}

bool iq_ptx_function_optimise(struct iq_ptx_function *f)
{
    uint32_t n = f->vreg_count + 1;
    if (!iq_ptx_function_read_parameters(f))
        return false;
    struct optimisation w = { .f = f,
                              .defs = calloc(n, sizeof *w.defs),
                              .replace = calloc(n, sizeof *w.replace),
                              .guarded = calloc(f->insn_count + 1, 1),
                              .dropped = calloc(f->insn_count + 1, 1),
                              .block_of = calloc(f->insn_count + 1, sizeof *w.block_of),
                              .starts = calloc(f->insn_count + 2, sizeof *w.starts) };
    bool ok = w.defs && w.replace && w.guarded && w.dropped && w.block_of && w.starts;
    if (ok) {
        mark_guarded(&w);
        propagate(&w);
        ok = iq_ptx_function_join_stores(f, w.dropped) && compact(&w) &&
             iq_ptx_function_origins(f) && iq_ptx_function_forms(f) && iq_ptx_function_demand(f) &&
             (w.passive = iq_ptx_function_find_passive(f)) && fold(&w) && split_blocks(&w) &&
             places(&w) && iq_ptx_function_keep_passive(f, w.passive, w.place);
    }
    if (ok)
        rewrite(&w);
    free(w.defs);
    free(w.replace);
    free(w.guarded);
    free(w.dropped);
    free(w.block_of);
    free(w.starts);
    free(w.live_in);
    free(w.use);
    free(w.def);
    free(w.first);
    free(w.last);
    free(w.place);
    free(w.passive);
    return ok;
}

/* See undefined.h. */
#include <string.h>

#include "ptx/cold.h"
#include "ptx/cpu.h"
#include "ptx/exec_cold.h"
#include "ptx/undefined.h"

enum { MARKS = 64, SHUFFLES = 8 };

/* Register [operand] is undefined in [lanes]; since which shuffle, and which lane got it there. */
struct mark {
    uint32_t operand, lanes, shuffle, by;
};

struct iq_ptx_undefined {
    const struct iq_ptx_frame *frame;
    uint32_t count, shuffle_count;
    struct mark marks[MARKS];
    struct iq_ptx_undefined_values shuffles[SHUFFLES];
};

static struct mark *mark_of(struct iq_ptx_undefined *u, uint32_t operand)
{
    for (uint32_t k = 0; k < u->count; k++)
        if (u->marks[k].operand == operand)
            return &u->marks[k];
    return NULL;
}

static uint32_t lanes_of(struct iq_ptx_undefined *u, uint32_t operand)
{
    const struct mark *mark = mark_of(u, operand);
    return mark ? mark->lanes : 0;
}

/* [operand] gets a value in the lanes [mask], which is that of [from] in [lanes]. */
static void set(struct iq_ptx_undefined *u, uint32_t operand, uint32_t mask, uint32_t lanes,
                const struct mark *from)
{
    struct mark *mark = mark_of(u, operand), made = from ? *from : (struct mark){ 0 };
    lanes &= mask;
    made.operand = operand;
    if (!mark && (!lanes || u->count == MARKS || OPND_BASE(operand) != BASE_FRAME))
        return;
    if (!mark) {
        mark = &u->marks[u->count++];
        *mark = made;
        mark->lanes = lanes;
        return;
    }
    made.lanes = (mark->lanes & ~mask) | lanes;
    *mark = lanes ? made : (struct mark){ operand, made.lanes, mark->shuffle, mark->by };
    if (!mark->lanes)
        *mark = u->marks[--u->count];
}

/* --- shuffles --- */

bool iq_ptx_undefined_in(struct iq_warp *w, const struct iq_ptx_insn *i, const uint32_t *need,
                         struct iq_ptx_undefined_values *values)
{
    struct iq_ptx_undefined *u = w->block->undefined;
    uint32_t lanes[IQ_PTX_LANES], old = u && u->frame == w->frame ? lanes_of(u, i->o[2]) : 0;
    bool whole = w->mask == UINT32_MAX && iq_ptx_cpu()->equal_lanes(need, UINT32_MAX) == UINT32_MAX;
    if (!w->block->env->divergence || (whole && !u))
        return false;
    for (uint32_t l = 0; l < IQ_PTX_LANES; l++)
        lanes[l] = l;
    *values = (struct iq_ptx_undefined_values){ .insn = i, .mask = w->mask };
    uint32_t hit = iq_ptx_cpu()->shuffle(i->mod & 15, lanes, IQ_PTX_REG(const uint32_t, w, i->o[3]),
                                         IQ_PTX_REG(const uint32_t, w, i->o[4]), values->from);
    memcpy(values->need, need, sizeof values->need);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m), from = values->from[l];
        bool gone = !(w->alive >> from & 1), unnamed = !(need[l] >> from & 1);
        if (hit >> l & 1 && (gone || unnamed) && from != l)
            values->lanes |= 1u << l;
        else if (old >> from & 1)
            values->older |= 1u << l;
    }
    return values->lanes || u;
}

/* The first result of a shuffle. */
static void note_shuffle(struct iq_ptx_undefined *u, const struct iq_ptx_undefined_values *values)
{
    const struct iq_ptx_insn *i = values->insn;
    struct mark *source = mark_of(u, i->o[2]), from = source ? *source : (struct mark){ 0 };
    uint32_t fresh = u->shuffle_count < SHUFFLES ? values->lanes : 0;
    if (fresh) {
        u->shuffles[u->shuffle_count] = *values;
        from.shuffle = u->shuffle_count++;
        from.by = iq_ptx_first_lane(fresh);
    }
    set(u, i->o[1], values->mask, 0, NULL);
    set(u, i->o[0], values->mask, fresh | values->older, &from);
}

/* --- other instructions --- */

static bool is_lanewise(uint32_t exec)
{
    return exec < X_ldg8 || exec == X_xorp || exec == X_notp || exec == X_movp || exec == X_lane ||
           exec == X_lanep || exec == X_float || exec == X_setpx || exec == X_cvt ||
           exec == X_unpack || exec == X_pack ||
           (iq_ptx_is_plain_access(exec) && !iq_ptx_is_plain_store(exec));
}

/* Lanes in which an integer is 0. */
static uint32_t zeros(struct iq_warp *w, uint32_t operand, uint32_t bytes)
{
    static const uint64_t none;
    const uint8_t *v = IQ_PTX_REG(const uint8_t, w, operand);
    uint32_t lanes = 0;
    for (uint32_t l = 0; l < IQ_PTX_LANES; l++)
        lanes |= memcmp(v + l * bytes, &none, bytes) ? 0 : 1u << l;
    return lanes;
}

/* Of a & b: what is undefined in one only does not matter where the other one, which is defined,
 * decides: [a_sets] and [b_sets] are the lanes where it does. */
static uint32_t either(uint32_t a, uint32_t b, uint32_t a_sets, uint32_t b_sets)
{
    return (a & b) | (a & ~b_sets) | (b & ~a_sets);
}

/* Lanes in which the result of [i] is undefined. */
static uint32_t result(struct iq_warp *w, struct iq_ptx_undefined *u, const struct iq_ptx_insn *i)
{
    uint32_t a = lanes_of(u, i->o[1]), b = lanes_of(u, i->o[2]), all = 0;
    if (i->exec >= X_sel16 && i->exec <= X_sel64) {
        uint32_t p = *IQ_PTX_REG(const uint32_t, w, i->o[3]);
        return lanes_of(u, i->o[3]) | (p & a) | (~p & b);
    }
    if (i->exec == X_andp || i->exec == X_orp) {
        uint32_t p = *IQ_PTX_REG(const uint32_t, w, i->o[1]),
                 q = *IQ_PTX_REG(const uint32_t, w, i->o[2]), flip = i->exec == X_andp ? ~0u : 0;
        return either(a, b, p ^ flip, q ^ flip);
    }
    bool is_and = i->exec >= X_and16 && i->exec <= X_and64;
    if (is_and || (i->exec >= X_mul16 && i->exec <= X_mul64)) {
        uint32_t bytes = 2u << (i->exec - (is_and ? X_and16 : X_mul16));
        return either(a, b, zeros(w, i->o[1], bytes), zeros(w, i->o[2], bytes));
    }
    for (uint32_t k = i->nd; is_lanewise(i->exec) && k < (uint32_t)i->nd + i->ns; k++)
        all |= lanes_of(u, i->o[k]);
    return all;
}

/* Does memory get what [i] is given, where others see it? */
static bool is_use(const struct iq_ptx_insn *i)
{
    return i->exec == X_atom || (iq_ptx_is_plain_store(i->exec) && i->exec < X_ldl8);
}

/* The lanes [mask] are about to do [i]. */
static void look(struct iq_warp *w, struct iq_ptx_undefined *u, const struct iq_ptx_insn *i,
                 uint32_t mask)
{
    const struct mark *from = NULL;
    if (i->exec == X_shfl)
        return; /* see note_shuffle */
    for (uint32_t k = i->nd; !from && k < (uint32_t)i->nd + i->ns; k++)
        if (lanes_of(u, i->o[k]) & mask)
            from = mark_of(u, i->o[k]);
    if (from && is_use(i))
        iq_ptx_meet_undefined(w, &u->shuffles[from->shuffle], from->by, i,
                              iq_ptx_first_lane(from->lanes & mask));
    uint32_t lanes = from ? result(w, u, i) : 0;
    struct mark made = from ? *from : (struct mark){ 0 };
    for (uint32_t k = 0; k < i->nd; k++)
        set(u, i->o[k], mask, lanes, &made);
}

/* As exec_flow.c does it. */
static const struct iq_ptx_insn *guarded(struct iq_warp *w, struct iq_ptx_undefined *u,
                                         const struct iq_ptx_insn *i)
{
    uint32_t saved = w->mask, all = w->all, p = *IQ_PTX_REG(const uint32_t, w, i->o[0]);
    uint32_t mask = saved & (i->mod ? ~p : p), n = (uint32_t)i->imm;
    bool stopped = false;
    if (mask)
        iq_ptx_set_mask(w, mask);
    for (uint32_t k = 1; k <= n && mask && !stopped; k++) {
        look(w, u, &i[k], mask);
        stopped = !i[k].fn(w, &i[k]);
    }
    w->mask = saved;
    w->all = all;
    return stopped ? NULL : i + n + 1;
}

const struct iq_ptx_insn *iq_ptx_undefined_follow(struct iq_warp *w,
                                                  const struct iq_ptx_undefined_values *values,
                                                  const struct iq_ptx_insn *next)
{
    struct iq_ptx_undefined *outer = w->block->undefined, own;
    if (outer && outer->frame == w->frame)
        note_shuffle(outer, values);
    if (outer)
        return next;
    own.frame = w->frame;
    own.count = own.shuffle_count = 0;
    note_shuffle(&own, values);
    w->block->undefined = &own;
    while (next && own.count && w->frame == own.frame) {
        if (next->exec == X_guard) {
            next = guarded(w, &own, next);
            continue;
        }
        look(w, &own, next, w->mask);
        next = next->fn(w, next);
    }
    w->block->undefined = NULL;
    return next;
}

/* Operations over the lanes of a warp.  Each lane names the lanes that it works with; tiles of a
 * warp have masks of their own in one execution of the instruction. */
#include <string.h>

#include "ptx/cold.h"
#include "ptx/cpu.h"
#include "ptx/exec.h"
#include "ptx/exec_cold.h"
#include "ptx/group.h"
#include "ptx/isa.h"
#include "ptx/meet.h"
#include "ptx/race.h"
#include "ptx/undefined.h"

#define EACH_ACTIVE(l) \
    for (uint32_t m_ = w->mask, l; m_ && (l = iq_ptx_first_lane(m_), 1); m_ &= m_ - 1)

static void set_pred(struct iq_warp *w, uint32_t operand, uint32_t lanes, uint32_t bits)
{
    uint32_t *d = IQ_PTX_REG(uint32_t, w, operand);
    *d = (*d & ~lanes) | (bits & lanes);
}

/* The next lanes with one mask among `left`; *with: the lanes that they work with. */
static uint32_t take_team(const struct iq_warp *w, const uint32_t *need, uint32_t left,
                          uint32_t *with)
{
    uint32_t first = need[iq_ptx_first_lane(left)],
             team = iq_ptx_cpu()->equal_lanes(need, first) & left;
    *with = first & w->mask ? first & w->mask : team;
    return team;
}

#define EACH_TEAM(need, team, with)                \
    for (uint32_t left_ = w->mask, with = 0, team; \
         left_ && (team = take_team(w, need, left_, &with), 1); left_ &= ~team)

/* On, together with lanes that wait for others and come to the same place. */
static const struct iq_ptx_insn *behind(struct iq_warp *w, const struct iq_ptx_insn *i)
{
    return w->group_count == 1 ? i + 1 : iq_ptx_group_arrive(w, i + 1);
}

/* Lanes of a group by the masks that they named: for each mask that is complete, which of the group
 * it names. */
struct meeting {
    uint32_t ready, outside /* not in their own mask */, count, with[IQ_PTX_LANES];
};

/* Who can go on?  Those whose partners all stand here, too, with the same mask; anyway: all. */
static void look_around(const struct iq_warp *w, const uint32_t *need, bool anyway,
                        struct meeting *m)
{
    m->ready = m->outside = m->count = 0;
    for (uint32_t left = w->mask, team; left; left &= ~team) {
        uint32_t mask = need[iq_ptx_first_lane(left)];
        team = iq_ptx_cpu()->equal_lanes(need, mask) & left;
        if (mask & w->alive & ~team && !anyway)
            continue;
        m->ready |= team;
        m->outside |= team & ~mask;
        m->with[m->count++] = mask & w->mask ? mask & w->mask : team;
    }
}

/* Lanes that met have an order. */
static bool met(struct iq_warp *w, const struct meeting *m)
{
    for (uint32_t k = 0; w->block->race && k < m->count; k++)
        iq_ptx_race_meet(w, m->with[k]);
    return true;
}

/* True when lanes can go on here: the mask then holds those whose partners are all present, the
 * others wait for theirs. Else the group waits: go on at *next. */
static bool gather(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t operand,
                   const struct iq_ptx_insn **next)
{
    const uint32_t *need = IQ_PTX_REG(const uint32_t, w, operand);
    struct meeting m;
    bool forced = w->token == GROUP_FORCED;
    w->token = forced ? GROUP_RUN : w->token;
    do
        look_around(w, need, forced, &m);
    while (m.ready != w->mask && iq_ptx_group_merge(w, i));
    if (!m.ready) {
        *next = iq_ptx_meet_wait(w, i, need);
        return false;
    }
    if (m.outside && !forced)
        iq_ptx_meet_outside(w, i, m.outside, need);
    if (m.ready != w->mask)
        iq_ptx_group_fork(w, w->mask & ~m.ready, i);
    return met(w, &m);
}

static void set_word(struct iq_warp *w, uint32_t operand, uint32_t lanes, uint32_t value)
{
    uint32_t *d = IQ_PTX_REG(uint32_t, w, operand);
    if (lanes == UINT32_MAX) {
        for (uint32_t l = 0; l < IQ_PTX_LANES; l++)
            d[l] = value;
        return;
    }
    for (uint32_t m = lanes; m; m &= m - 1)
        d[iq_ptx_first_lane(m)] = value;
}

IQ_PTX_COLD(bar_warp)
{
    const struct iq_ptx_insn *next;
    return gather(w, i, i->o[0], &next) ? behind(w, i) : next;
}

IQ_PTX_COLD(shfl)
{
    const struct iq_ptx_insn *next;
    if (!(i->mod & MOD_NO_MASK) && !gather(w, i, i->o[5], &next))
        return next;
    struct iq_ptx_undefined_values values;
    bool undefined = !(i->mod & MOD_NO_MASK) &&
                     iq_ptx_undefined_in(w, i, IQ_PTX_REG(const uint32_t, w, i->o[5]), &values);
    uint32_t result[IQ_PTX_LANES], *d = IQ_PTX_REG(uint32_t, w, i->o[0]);
    uint32_t hit = iq_ptx_cpu()->shuffle(
        i->mod & 15, IQ_PTX_REG(const uint32_t, w, i->o[2]), IQ_PTX_REG(const uint32_t, w, i->o[3]),
        IQ_PTX_REG(const uint32_t, w, i->o[4]), w->all ? d : result);
    if (!w->all)
        EACH_ACTIVE(l)
            d[l] = result[l];
    set_pred(w, i->o[1], w->mask, hit);
    next = behind(w, i);
    return undefined ? iq_ptx_undefined_follow(w, &values, next) : next;
}

IQ_PTX_COLD(vote)
{
    uint32_t kind = i->mod & 15, need[IQ_PTX_LANES];
    const struct iq_ptx_insn *next;
    if (!(i->mod & MOD_NO_MASK) && !gather(w, i, i->o[2], &next))
        return next;
    uint32_t said = *IQ_PTX_REG(const uint32_t, w, i->o[1]);
    /* the result may take its place */
    memcpy(need, IQ_PTX_REG(const uint32_t, w, i->o[2]), sizeof need);
    for (uint32_t l = 0; l < IQ_PTX_LANES && i->mod & MOD_NO_MASK; l++)
        need[l] = w->mask;
    EACH_TEAM(need, team, with) {
        uint32_t p = said & with;
        bool yes = kind == VOTE_ALL ? p == with : kind == VOTE_ANY ? p != 0 : p == with || !p;
        if (kind == VOTE_BALLOT)
            set_word(w, i->o[0], team, p);
        else
            set_pred(w, i->o[0], team, yes ? 0xffffffffu : 0);
    }
    return behind(w, i);
}

static uint32_t equal_lanes(const uint8_t *v, uint32_t size, uint32_t lane, uint32_t with)
{
    uint32_t same = 0;
    for (uint32_t m = with; m; m &= m - 1) {
        uint32_t k = iq_ptx_first_lane(m);
        same |= !memcmp(v + lane * size, v + k * size, size) ? 1u << k : 0;
    }
    return same;
}

IQ_PTX_COLD(match)
{
    uint32_t size = i->mod >> 8, need[32];
    uint8_t v[256];
    const struct iq_ptx_insn *next;
    if (!gather(w, i, i->o[3], &next))
        return next;
    memcpy(need, IQ_PTX_REG(const uint32_t, w, i->o[3]), sizeof need);
    memcpy(v, IQ_PTX_REG(const uint8_t, w, i->o[2]), 32 * size);
    EACH_TEAM(need, team, with) {
        bool all = equal_lanes(v, size, iq_ptx_first_lane(with), with) == with;
        for (uint32_t m = team; m; m &= m - 1) {
            uint32_t l = iq_ptx_first_lane(m);
            IQ_PTX_REG(uint32_t, w, i->o[0])
            [l] = i->mod & 1 ? all ? with : 0 : equal_lanes(v, size, l, with);
        }
        if (i->mod & 1)
            set_pred(w, i->o[1], team, all ? 0xffffffffu : 0);
    }
    return behind(w, i);
}

IQ_PTX_COLD(activemask)
{
    set_word(w, i->o[0], w->mask, w->mask);
    return i + 1;
}

static uint32_t reduce(const uint32_t *v, uint32_t with, uint32_t op, bool sign)
{
    uint32_t r = v[iq_ptx_first_lane(with)];
    for (uint32_t m = with & (with - 1); m; m &= m - 1) {
        uint32_t x = v[iq_ptx_first_lane(m)];
        bool less = sign ? (int32_t)x < (int32_t)r : x < r;
        switch (op) {
        case ATOM_ADD: r += x; break;
        case ATOM_MIN: r = less ? x : r; break;
        case ATOM_MAX: r = less ? r : x; break;
        case ATOM_AND: r &= x; break;
        case ATOM_OR: r |= x; break;
        default: r ^= x; break;
        }
    }
    return r;
}

/* The least or largest number; without .NaN only where all are none the result is none. */
static uint32_t reduce_float(const uint32_t *v, uint32_t with, uint32_t mod)
{
    bool least = (mod & 255) == ATOM_MIN, none = true;
    uint32_t r = 0x7fffffff;
    for (uint32_t m = with; m; m &= m - 1) {
        uint32_t x = v[iq_ptx_first_lane(m)] & (mod & REDUX_ABS ? 0x7fffffff : ~0u);
        if ((x & 0x7fffffff) > 0x7f800000) {
            if (mod & REDUX_NAN)
                return 0x7fffffff;
            continue;
        }
        /* numbers in the order of integers, -0 before 0 */
        int32_t a = (int32_t)(x >> 31 ? x ^ 0x7fffffff : x),
                c = (int32_t)(r >> 31 ? r ^ 0x7fffffff : r);
        r = none || (least ? a < c : a > c) ? x : r;
        none = false;
    }
    return r;
}

IQ_PTX_COLD(redux)
{
    uint32_t need[32], v[32];
    const struct iq_ptx_insn *next;
    if (!gather(w, i, i->o[2], &next))
        return next;
    memcpy(v, IQ_PTX_REG(const uint32_t, w, i->o[1]), sizeof v);
    memcpy(need, IQ_PTX_REG(const uint32_t, w, i->o[2]), sizeof need);
    EACH_TEAM(need, team, with)
        set_word(w, i->o[0], team,
                 (i->mod >> 8 & 255) == TY_F32
                     ? reduce_float(v, with, i->mod)
                     : reduce(v, with, i->mod & 255, (i->mod >> 8 & 255) == TY_S32));
    return behind(w, i);
}

IQ_PTX_COLD(elect)
{
    uint32_t need[32];
    const struct iq_ptx_insn *next;
    if (!gather(w, i, i->o[2], &next))
        return next;
    memcpy(need, IQ_PTX_REG(const uint32_t, w, i->o[2]), sizeof need);
    EACH_TEAM(need, team, with) {
        uint32_t leader = iq_ptx_first_lane(with);
        set_word(w, i->o[0], team, leader);
        set_pred(w, i->o[1], team, 1u << leader);
    }
    return behind(w, i);
}

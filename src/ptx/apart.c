/* The address of an access as a sum: a constant, each of blockIdx and threadIdx times a factor, and
 * any multiple of a number that the loops of the kernel step by.  The parser keeps the steps that
 * lead to it; what they come to is known at the launch.  Places of threads are apart if the factors
 * are like the weights of digits: each is at least as large as all that those below it add up to,
 * and so is the number of the loops. */
#include "ptx/apart.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/cold.h"
#include "ptx/exec.h"

enum { DIGITS = 6 };

/* by: threadIdx.x y z, blockIdx.x y z.  Of 32 bits all numbers are kept as signed ones.  Any
 * multiple of modulus may be added (0: none), and any number up to reach.  pending: nothing leads
 * there yet, below. */
struct sum {
    bool known, pending;
    int64_t constant, by[DIGITS], reach;
    uint64_t modulus;
};

/* How many values each of these has in this launch. */
static int64_t extent(const struct iq_ptx_launch *l, uint32_t digit)
{
    return digit < 3 ? l->desc.block[digit] : l->desc.grid[digit - 3];
}

static bool is_constant(const struct sum *s)
{
    for (uint32_t k = 0; k < DIGITS; k++)
        if (s->by[k])
            return false;
    return s->known && !s->modulus && !s->reach;
}

static bool is_same(const struct sum *a, const struct sum *b)
{
    return a->known == b->known && a->pending == b->pending && a->constant == b->constant &&
           a->modulus == b->modulus && a->reach == b->reach && !memcmp(a->by, b->by, sizeof a->by);
}

static int64_t wrapped(int64_t value, bool narrow)
{
    return narrow ? (int64_t)(int32_t)(uint32_t)value : value;
}

static int64_t size_of(int64_t n) { return n < 0 ? -n : n; }

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* What is left of a modulus where numbers wrap: the largest power of two in it. */
static uint64_t lowest_bit(uint64_t modulus) { return modulus & (0 - modulus); }

/* Loops of 32 bits may wrap; of 64 bits they cannot go on for so long. */
static void reduce(struct sum *s, bool narrow)
{
    if (narrow)
        s->modulus = lowest_bit(s->modulus) >> 32 ? 0 : lowest_bit(s->modulus);
    if (!s->modulus || s->modulus > INT64_MAX)
        return;
    s->constant %= (int64_t)s->modulus;
    s->constant += s->constant < 0 ? (int64_t)s->modulus : 0;
}

/* a + factor * b */
static struct sum added(const struct sum *a, const struct sum *b, int64_t factor, bool narrow)
{
    struct sum r = { .known = a->known && b->known, .pending = a->pending || b->pending };
    uint64_t size = factor < 0 ? 0 - (uint64_t)factor : (uint64_t)factor, scaled;
    int64_t part;
    bool wraps = __builtin_mul_overflow(factor, b->constant, &part) |
                 __builtin_add_overflow(a->constant, part, &r.constant);
    for (uint32_t k = 0; k < DIGITS; k++) {
        wraps |= __builtin_mul_overflow(factor, b->by[k], &part) |
                 __builtin_add_overflow(a->by[k], part, &r.by[k]);
        r.by[k] = wrapped(r.by[k], narrow);
    }
    wraps |= __builtin_mul_overflow(size, b->modulus, &scaled);
    if (__builtin_mul_overflow(factor, b->reach, &part) ||
        __builtin_add_overflow(a->reach, size_of(part), &r.reach) ||
        __builtin_add_overflow(r.constant, part < 0 ? part : 0, &r.constant))
        return (struct sum){ .pending = r.pending };
    r.constant = wrapped(r.constant, narrow);
    r.modulus = common_divisor(a->modulus, scaled);
    if (wraps)
        r.modulus = lowest_bit(r.modulus);
    reduce(&r, narrow);
    return r;
}

static struct sum multiplied(const struct sum *a, const struct sum *b, bool narrow)
{
    static const struct sum nothing = { .known = true };
    if (a->pending || b->pending)
        return (struct sum){ .pending = true };
    if (is_constant(a) && b->known)
        return added(&nothing, b, a->constant, narrow);
    if (is_constant(b) && a->known)
        return added(&nothing, a, b->constant, narrow);
    return (struct sum){ 0 };
}

/* One or the other. */
static struct sum joined(const struct sum *a, const struct sum *b, bool narrow)
{
    struct sum r = *a;
    if (a->pending || b->pending)
        return a->pending ? *b : *a;
    r.known = a->known && b->known && !memcmp(a->by, b->by, sizeof a->by);
    if (!r.known)
        return (struct sum){ 0 };
    uint64_t apart = a->constant < b->constant ? (uint64_t)b->constant - (uint64_t)a->constant
                                               : (uint64_t)a->constant - (uint64_t)b->constant;
    r.reach = a->reach > b->reach ? a->reach : b->reach;
    r.modulus = common_divisor(common_divisor(a->modulus, b->modulus), apart);
    if (r.modulus >> 32)
        r.modulus = lowest_bit(r.modulus);
    reduce(&r, narrow);
    return r;
}

/* The least and the most that a sum without a modulus, of small numbers, can be. */
static void bounds_of(const struct iq_ptx_launch *l, const struct sum *s, int64_t *low,
                      int64_t *high)
{
    *low = s->constant;
    *high = s->constant + s->reach;
    for (uint32_t k = 0; k < DIGITS; k++) {
        int64_t most = s->by[k] * (extent(l, k) - 1); /* both have 32 bits */
        *low += most < 0 ? most : 0;
        *high += most > 0 ? most : 0;
    }
}

/* A sum of 32 bits as one of 64: if it stays within what these can tell, the same, else it may have
 * wrapped. */
static struct sum widened(const struct iq_ptx_launch *l, const struct sum *s, bool sign)
{
    struct sum r = *s;
    int64_t low, high;
    if (!s->known || s->modulus)
        return r;
    if (s->reach > UINT32_MAX)
        return (struct sum){ 0 };
    bounds_of(l, s, &low, &high);
    if (!sign && is_constant(s))
        r.constant = (int64_t)(uint32_t)s->constant;
    else if (sign ? low < INT32_MIN || high > INT32_MAX : low < 0 || high > UINT32_MAX)
        r.modulus = 1ull << 32;
    reduce(&r, false);
    return r;
}

static struct sum of_constant(const struct iq_ptx_launch *l, const struct iq_ptx_const *c)
{
    struct sum r = { .known = c->size == 4 || c->size == 8 };
    if (c->kind == CONST_SREG && c->ref <= SREG_CTAID_Z)
        r.by[3 + c->ref - SREG_CTAID_X] = 1;
    else if (c->kind == CONST_SYMBOL || (c->kind == CONST_SREG && c->ref > SREG_NTID_Z))
        r.known = false;
    else
        r.constant = wrapped((int64_t)iq_ptx_launch_value(l, c), c->size == 4);
    return r;
}

static struct sum source(const struct iq_ptx_launch *l, const struct sum *sums, uint32_t from)
{
    const struct iq_ptx_function *f = l->program->functions[0].source;
    struct sum r = { 0 };
    if (OPND_BASE(from) == BASE_FRAME)
        return sums[from - 1];
    if (OPND_BASE(from) == BASE_UNIFORM)
        return of_constant(l, &f->consts[OPND_OFFSET(from)]);
    if (OPND_BASE(from) == BASE_WARP && OPND_OFFSET(from) < WARP_WARPID) {
        r.known = true;
        r.by[OPND_OFFSET(from) / (WARP_TID_Y - WARP_TID_X)] = 1;
    }
    return r;
}

/* How often does the loop go around?  0: that is not known. */
static int64_t rounds_of(const struct iq_ptx_launch *l, const struct sum *sums,
                         const struct iq_ptx_form_loop *loop)
{
    enum { NE = 1, LESS, NOT_MORE, MORE, NOT_LESS };
    const int64_t most = INT32_MAX;
    struct sum first = source(l, sums, loop->first), step = source(l, sums, loop->step),
               limit = source(l, sums, loop->limit);
    if (!is_constant(&first) || !is_constant(&step) || !is_constant(&limit) || !step.constant)
        return 0;
    int64_t from = first.constant, to = limit.constant, by = step.constant;
    if (size_of(from) > most || size_of(to) > most || size_of(by) > most ||
        (!loop->sign && loop->relation != NE && (from < 0 || to < 0)))
        return 0;
    to += loop->relation == NOT_MORE ? 1 : loop->relation == NOT_LESS ? -1 : 0;
    bool up = loop->relation == LESS || loop->relation == NOT_MORE,
         down = loop->relation == MORE || loop->relation == NOT_LESS;
    int64_t rounds = (to - from) / by, last = to + by;
    if (loop->relation == NE)
        return rounds > 0 && rounds * by == to - from ? rounds : 0;
    if ((by > 0 ? !up : !down) || last > most || last < (loop->sign ? -most : 0))
        return 0;
    rounds += rounds * by != to - from && (to > from) == (by > 0);
    return rounds > 1 ? rounds : 1;
}

/* A register that a loop counts, used before it takes the next step; by ranges, if it is known how
 * far it goes, or else by the modulus. */
static struct sum counted(const struct iq_ptx_launch *l, const struct sum *sums,
                          const struct iq_ptx_form *f, bool ranges)
{
    const struct iq_ptx_forms *forms = &l->program->functions[0].source->forms;
    bool narrow = f->exec == IQ_PTX_FORM_LOOP32;
    struct sum r = source(l, sums, f->from[0]), step = source(l, sums, f->from[1]);
    int64_t rounds = ranges ? rounds_of(l, sums, &forms->loops[f->from[2] - 1]) : 0, reach;
    struct sum next = added(&r, &step, 1, narrow);
    if (!rounds || !is_constant(&step))
        return joined(&r, &next, narrow);
    if (r.pending || !r.known || __builtin_mul_overflow(step.constant, rounds - 1, &reach) ||
        __builtin_add_overflow(r.reach, size_of(reach), &r.reach) ||
        __builtin_add_overflow(r.constant, reach < 0 ? reach : 0, &r.constant))
        return (struct sum){ .pending = r.pending };
    r.constant = wrapped(r.constant, narrow);
    reduce(&r, narrow);
    return r;
}

static struct sum shifted(const struct sum *a, const struct sum *b, bool narrow)
{
    struct sum r = { .known = is_constant(a) && is_constant(b) && b->constant >= 0 &&
                              b->constant < (narrow ? 32 : 64),
                     .pending = a->pending || b->pending };
    if (r.known)
        r.constant = wrapped(
            (int64_t)((narrow ? (uint32_t)a->constant : (uint64_t)a->constant) >> b->constant),
            narrow);
    return r;
}

static struct sum stepped(const struct iq_ptx_launch *l, const struct sum *sums,
                          const struct iq_ptx_form *f, bool ranges)
{
    if (f->exec == IQ_PTX_FORM_LOOP32 || f->exec == IQ_PTX_FORM_LOOP64)
        return counted(l, sums, f, ranges);
    const struct sum none = { .pending = f->exec >= IQ_PTX_FORM_JOIN32 };
    struct sum a = none, b = none, c = none, r;
    bool narrow = false;
    if (f->from[0])
        a = source(l, sums, f->from[0]);
    if (f->from[1])
        b = source(l, sums, f->from[1]);
    if (f->from[2])
        c = source(l, sums, f->from[2]);
    switch (f->exec) {
    case IQ_PTX_FORM_UNKNOWN: return (struct sum){ 0 };
    case IQ_PTX_FORM_JOIN32: narrow = true; __attribute__((fallthrough));
    case IQ_PTX_FORM_JOIN64: r = joined(&a, &b, narrow); return joined(&r, &c, narrow);
    case X_add32: narrow = true; __attribute__((fallthrough));
    case X_add64: return added(&a, &b, 1, narrow);
    case X_sub32: narrow = true; __attribute__((fallthrough));
    case X_sub64: return added(&a, &b, -1, narrow);
    case X_mul32: narrow = true; __attribute__((fallthrough));
    case X_mul64: return multiplied(&a, &b, narrow);
    case X_mad32: narrow = true; __attribute__((fallthrough));
    case X_mad64: r = multiplied(&a, &b, narrow); return added(&r, &c, 1, narrow);
    case X_mulw_u32:
    case X_mulw_s32:
    case X_madw_u32:
    case X_madw_s32:
        a = widened(l, &a, f->exec == X_mulw_s32 || f->exec == X_madw_s32);
        b = widened(l, &b, f->exec == X_mulw_s32 || f->exec == X_madw_s32);
        r = multiplied(&a, &b, false);
        return f->from[2] ? added(&r, &c, 1, false) : r;
    case X_shl32: narrow = true; __attribute__((fallthrough));
    case X_shl64:
        if (b.pending)
            return b;
        if (!is_constant(&b) || b.constant < 0 || b.constant > (narrow ? 31 : 63))
            return (struct sum){ 0 };
        b.constant = (int64_t)(1ull << b.constant);
        return multiplied(&a, &b, narrow);
    case X_shru32: return shifted(&a, &b, true);
    case X_shru64: return shifted(&a, &b, false);
    case X_ext_u32_64: return widened(l, &a, false);
    case X_ext_s32_64: return widened(l, &a, true);
    case X_trunc_64_32: return added(&(struct sum){ .known = true }, &a, 1, true);
    default: return a; /* mov */
    }
}

/* Works out all steps.  Those of a loop lead to themselves: as often as something changes.  False:
 * it still does. */
static bool work_out(const struct iq_ptx_launch *l, const struct iq_ptx_forms *forms,
                     struct sum *sums, bool ranges)
{
    enum { ROUNDS = 16 };
    bool changed = true;
    for (uint32_t k = 0; k < forms->step_count; k++)
        sums[k] = (struct sum){ .pending = true };
    for (uint32_t round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (uint32_t k = 0; k < forms->step_count; k++) {
            struct sum now = stepped(l, sums, &forms->steps[k], ranges);
            changed |= forms->joins && !is_same(&now, &sums[k]);
            sums[k] = now;
        }
    }
    return !changed;
}

struct digit {
    int64_t weight, extent;
};
/* Bytes from low on to below high. */
struct span {
    int64_t low, high;
};

static int by_weight(const void *a, const void *b)
{
    int64_t x = ((const struct digit *)a)->weight, y = ((const struct digit *)b)->weight;
    return x < y ? -1 : x > y;
}

static int by_place(const void *a, const void *b)
{
    int64_t x = ((const struct span *)a)->low, y = ((const struct span *)b)->low;
    return x < y ? -1 : x > y;
}

/* Spans that come near each other while the digit changes are one from now on, which must not be
 * larger than the weight; each is then all that lies there whatever the digit is. */
static bool add_digit(struct span *spans, uint32_t *count, const struct digit *d)
{
    const int64_t most = (int64_t)1 << 46;
    uint32_t kept = 0;
    if (d->weight > most / d->extent)
        return false;
    int64_t reach = d->weight * (d->extent - 1);
    for (uint32_t k = 0, next; k < *count; k = next) {
        struct span all = spans[k];
        for (next = k + 1; next < *count && spans[next].low - reach < all.high; next++)
            all.high = spans[next].high > all.high ? spans[next].high : all.high;
        if (all.high - all.low > d->weight)
            return false;
        all.high += reach;
        spans[kept++] = all;
    }
    *count = kept;
    return true;
}

/* Are the places of threads apart?  Spans are those of one thread, in order. */
static bool are_digits(struct span *spans, uint32_t count, struct digit *digits, uint32_t n,
                       uint64_t modulus)
{
    const int64_t most = (int64_t)1 << 46;
    qsort(digits, n, sizeof *digits, by_weight);
    if (spans[0].low < -most || spans[count - 1].high > most)
        return false;
    for (uint32_t k = 0; k < n; k++)
        if (!add_digit(spans, &count, &digits[k]))
            return false;
    int64_t high = spans[0].high;
    for (uint32_t k = 1; k < count; k++)
        high = spans[k].high > high ? spans[k].high : high;
    return !modulus || (uint64_t)(high - spans[0].low) <= modulus;
}

/* The digits of [s] that are not in [done]. */
static uint32_t digits_of(const struct iq_ptx_launch *l, const struct sum *s, uint32_t done,
                          struct digit *to)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < DIGITS; k++)
        if (extent(l, k) > 1 && !(done >> k & 1))
            to[n++] = (struct digit){ size_of(s->by[k]), extent(l, k) };
    return n;
}

/* How many values has a sum that a guard bounds from above?  0: the guard does not tell. */
static int64_t values_of(const struct iq_ptx_launch *l, const struct iq_ptx_form_guard *g,
                         const struct sum *less, const struct sum *more)
{
    int64_t low, high;
    if (!less->known || less->modulus || less->reach || !is_constant(more))
        return 0;
    for (uint32_t k = 0; k < DIGITS; k++)
        if (less->by[k] < 0 || less->by[k] > INT32_MAX)
            return 0;
    if (less->constant != (int32_t)less->constant)
        return 0;
    bounds_of(l, less, &low, &high);
    int64_t bound = g->sign || g->wide ? more->constant : (int64_t)(uint32_t)more->constant;
    if ((!g->wide && high > INT32_MAX) || (!g->sign && (low < 0 || bound < 0)) ||
        bound - g->strict >= high)
        return 0;
    return bound - g->strict < low ? 1 : bound - g->strict - low + 1;
}

/* If digits of an address are a multiple of those of a guard's sum, the sum is the digit. */
static bool add_guard(const struct iq_ptx_launch *l, const struct sum *address,
                      const struct sum *less, int64_t values, uint32_t *done, struct digit *to)
{
    struct digit own[DIGITS];
    struct span one = { 0, 1 };
    int64_t factor = 0;
    uint32_t digits = 0, n = 0;
    for (uint32_t k = 0; k < DIGITS; k++) {
        if (!less->by[k] || extent(l, k) == 1)
            continue;
        factor = factor ? factor : address->by[k] / less->by[k];
        if (!factor || size_of(address->by[k]) > INT64_MAX / 2 ||
            factor > INT64_MAX / less->by[k] || factor < -INT64_MAX / less->by[k] ||
            address->by[k] != factor * less->by[k])
            return false;
        digits |= 1u << k;
        own[n++] = (struct digit){ less->by[k], extent(l, k) };
    }
    if (!n || digits & *done || !are_digits(&one, 1, own, n, 0))
        return false;
    *done |= digits;
    *to = (struct digit){ size_of(factor), values };
    return true;
}

/* An address as digits: first those that guards make smaller. */
static uint32_t guarded_digits(const struct iq_ptx_launch *l, const struct sum *sums,
                               const struct sum *address, uint32_t guards, struct digit *to)
{
    const struct iq_ptx_forms *forms = &l->program->functions[0].source->forms;
    uint32_t n = 0, done = 0;
    for (uint32_t k = 0; k < guards; k++) {
        const struct iq_ptx_form_guard *g = &forms->guards[k];
        struct sum less = source(l, sums, g->less), more = source(l, sums, g->more);
        int64_t values = values_of(l, g, &less, &more);
        if (values && n < DIGITS && add_guard(l, address, &less, values, &done, &to[n]))
            n++;
    }
    return n + digits_of(l, address, done, to + n);
}

/* Of a modulus that is a part of the distances between places: as near to the first one as it
 * can be. */
static int64_t centred(int64_t distance, uint64_t modulus)
{
    if (!modulus || modulus > INT64_MAX)
        return distance;
    int64_t m = (int64_t)modulus, rest = distance % m;
    return rest > m / 2 ? rest - m : rest < -(m / 2) ? rest + m : rest;
}

/* Do threads keep the memory of the argument apart?  spans: room for as many as there are places.
 */
static bool is_apart(const struct iq_ptx_launch *l, const struct iq_ptx_forms *forms,
                     const struct sum *sums, uint32_t slot, struct span *spans)
{
    struct digit digits[2 * DIGITS];
    struct sum first = { 0 };
    uint32_t n = 0, guards = UINT32_MAX;
    uint64_t modulus = 0;
    for (uint32_t k = 0; k < forms->place_count; k++) {
        const struct iq_ptx_form_place *p = &forms->places[k];
        if (p->slot != slot)
            continue;
        struct sum s = source(l, sums, p->address);
        first = n ? first : s;
        int64_t from;
        if (!s.known || memcmp(first.by, s.by, sizeof s.by) != 0 ||
            __builtin_sub_overflow(s.constant, first.constant, &from) ||
            __builtin_add_overflow(from, p->offset, &from) || s.reach > INT64_MAX / 4 ||
            from > INT64_MAX / 4)
            return false;
        spans[n++] = (struct span){ from, from + s.reach + p->size };
        modulus = common_divisor(modulus, s.modulus);
        guards = p->guards < guards ? p->guards : guards;
    }
    for (uint32_t k = 0; k < n; k++) {
        int64_t size = spans[k].high - spans[k].low;
        spans[k].low = centred(spans[k].low, modulus);
        spans[k].high = spans[k].low + size;
    }
    qsort(spans, n, sizeof *spans, by_place);
    return n &&
           are_digits(spans, n, digits, guarded_digits(l, sums, &first, guards, digits), modulus);
}

static uint64_t pointer_at(const struct iq_ptx_launch *l, uint32_t slot)
{
    uint64_t pointer = 0;
    memcpy(&pointer, l->params + 8 * slot, sizeof pointer);
    return pointer;
}

/* Do all arguments that are used for accesses point to memory, and to none of the module's
 * variables if these are used, too? */
static bool arguments_are_known(const struct iq_ptx_launch *l, const struct iq_ptx_forms *forms)
{
    const struct iq_ptx_env *env = l->desc.env;
    const struct iq_ptx_module *m = l->program->module;
    for (uint64_t set = forms->accessed; set; set &= set - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(set);
        struct iq_ptx_range range = { 0 };
        if (8 * slot + 8 > l->desc.kernel->param_bytes ||
            !env->resolve(env->ctx, pointer_at(l, slot), 1, false, &range))
            return false;
        for (uint32_t v = 0; forms->named && v < m->variable_count; v++)
            if (iq_ptx_image_address(l->desc.image, v) - range.begin < range.end - range.begin)
                return false;
    }
    return true;
}

static uint64_t apart_of(const struct iq_ptx_launch *l, const struct iq_ptx_forms *forms)
{
    struct sum *sums = malloc((forms->step_count + 1) * sizeof *sums);
    struct span *spans = malloc((forms->place_count + 1) * sizeof *spans);
    uint64_t apart = 0;
    for (uint32_t ranges = 0; sums && spans && ranges < (forms->loop_count ? 2 : 1); ranges++) {
        bool known = forms->candidates & ~apart && work_out(l, forms, sums, ranges);
        for (uint64_t set = known ? forms->candidates & ~apart : 0; set; set &= set - 1) {
            uint32_t slot = (uint32_t)__builtin_ctzll(set);
            if (is_apart(l, forms, sums, slot, spans))
                apart |= 1ull << slot;
        }
    }
    free(sums);
    free(spans);
    return apart;
}

static bool is_last(const struct iq_ptx_launch *l, const struct iq_ptx_apart_last *last)
{
    return !memcmp(last->grid, l->desc.grid, sizeof last->grid) &&
           !memcmp(last->block, l->desc.block, sizeof last->block) &&
           !memcmp(last->params, l->params, l->desc.kernel->param_bytes);
}

/* The same for launches that are like the last one. */
static uint64_t apart_again(const struct iq_ptx_launch *l, const struct iq_ptx_forms *forms)
{
    struct iq_ptx_apart_last *last = l->program->last;
    uint32_t bytes = l->desc.kernel->param_bytes;
    if (!forms->candidates)
        return 0;
    if (!last || bytes > sizeof last->params ||
        __atomic_exchange_n(&last->lock, 1, __ATOMIC_ACQUIRE))
        return apart_of(l, forms);
    if (!is_last(l, last)) {
        last->apart = apart_of(l, forms);
        memcpy(last->grid, l->desc.grid, sizeof last->grid);
        memcpy(last->block, l->desc.block, sizeof last->block);
        memcpy(last->params, l->params, bytes);
    }
    uint64_t apart = last->apart;
    __atomic_store_n(&last->lock, 0, __ATOMIC_RELEASE);
    return apart;
}

/* Those of [set] that point into a range. */
static uint64_t pointing_into(const struct iq_ptx_launch *l, uint64_t set, uint64_t begin,
                              uint64_t end)
{
    uint64_t inside = 0;
    for (; set; set &= set - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(set);
        if (pointer_at(l, slot) - begin < end - begin)
            inside |= 1ull << slot;
    }
    return inside;
}

static uint64_t accessed_in(const struct iq_ptx_launch *l, uint64_t begin, uint64_t end)
{
    return pointing_into(l, l->program->functions[0].source->forms.accessed, begin, end);
}

/* Is all memory that the arguments point to kept apart, not written, or used by atomic operations
 * alone? */
static bool nothing_is_ordered(const struct iq_ptx_launch *l, const struct iq_ptx_forms *forms)
{
    const struct iq_ptx_env *env = l->desc.env;
    bool nothing =
        !forms->named && !forms->releases && l->program->written && !l->program->writes_surfaces;
    for (uint64_t set = nothing ? forms->accessed : 0; set; set &= set - 1) {
        struct iq_ptx_range range = { 0 };
        uint64_t pointer = pointer_at(l, (uint32_t)__builtin_ctzll(set));
        nothing &= env->resolve(env->ctx, pointer, 1, false, &range) &&
                   (iq_ptx_range_is_apart(l, range.begin, range.end) ||
                    iq_ptx_range_is_atomic(l, range.begin, range.end) ||
                    !pointing_into(l, l->program->written, range.begin, range.end));
    }
    return nothing;
}

void iq_ptx_launch_sort(struct iq_ptx_launch *l)
{
    const struct iq_ptx_env *env = l->desc.env;
    const struct iq_ptx_forms *forms = &l->program->functions[0].source->forms;
    if (!(forms->candidates | forms->atomic) || l->program->function_count > 1 || !env->race ||
        !env->watch_races || !env->belongs || !env->resolve || !arguments_are_known(l, forms))
        return;
    l->apart = apart_again(l, forms);
    l->atomic = forms->atomic;
    l->orderless = l->atomic && nothing_is_ordered(l, forms);
}

bool iq_ptx_range_is_apart(const struct iq_ptx_launch *l, uint64_t begin, uint64_t end)
{
    uint64_t inside = l->apart ? accessed_in(l, begin, end) : 0;
    return __builtin_popcountll(inside) == 1 && inside & l->apart;
}

bool iq_ptx_range_is_atomic(const struct iq_ptx_launch *l, uint64_t begin, uint64_t end)
{
    uint64_t inside = l->atomic ? accessed_in(l, begin, end) : 0;
    return inside && !(inside & ~l->atomic);
}

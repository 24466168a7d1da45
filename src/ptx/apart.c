/* The address of an access as a sum: a constant, and each of blockIdx and threadIdx times a factor.
 * The parser keeps the steps that lead to it; what they come to is known at the launch.  Places of
 * threads are apart if the factors are like the weights of digits: each is at least as large as all
 * that those below it add up to. */
#include "ptx/apart.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/cold.h"
#include "ptx/exec.h"

enum { DIGITS = 6 };

/* by: threadIdx.x y z, blockIdx.x y z.  Of 32 bits all numbers are kept as signed ones. */
struct sum {
    bool known;
    int64_t constant, by[DIGITS];
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
    return s->known;
}

static int64_t wrapped(int64_t value, bool narrow)
{
    return narrow ? (int64_t)(int32_t)(uint32_t)value : value;
}

static int64_t times(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
static int64_t plus(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }

/* a + factor * b */
static struct sum added(const struct sum *a, const struct sum *b, int64_t factor, bool narrow)
{
    struct sum r = { .known = a->known && b->known,
                     .constant = wrapped(plus(a->constant, times(factor, b->constant)), narrow) };
    for (uint32_t k = 0; k < DIGITS; k++)
        r.by[k] = wrapped(plus(a->by[k], times(factor, b->by[k])), narrow);
    return r;
}

static struct sum multiplied(const struct sum *a, const struct sum *b, bool narrow)
{
    static const struct sum nothing = { .known = true };
    if (is_constant(a) && b->known)
        return added(&nothing, b, a->constant, narrow);
    if (is_constant(b) && a->known)
        return added(&nothing, a, b->constant, narrow);
    return (struct sum){ 0 };
}

/* A sum of 32 bits as one of 64: known if it stays within what these can tell. */
static struct sum widened(const struct iq_ptx_launch *l, const struct sum *s, bool sign)
{
    int64_t low = s->constant, high = low;
    struct sum r = *s;
    for (uint32_t k = 0; k < DIGITS && r.known; k++) {
        int64_t most = s->by[k] * (extent(l, k) - 1); /* both have 32 bits */
        low += most < 0 ? most : 0;
        high += most > 0 ? most : 0;
    }
    if (!sign && is_constant(s))
        r.constant = (int64_t)(uint32_t)s->constant;
    else
        r.known &= sign ? low >= INT32_MIN && high <= INT32_MAX : low >= 0 && high <= UINT32_MAX;
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

static struct sum stepped(const struct iq_ptx_launch *l, const struct sum *sums,
                          const struct iq_ptx_form *f)
{
    struct sum a = source(l, sums, f->from[0]), b = { 0 }, c = { 0 }, r;
    bool narrow = false;
    if (f->from[1])
        b = source(l, sums, f->from[1]);
    if (f->from[2])
        c = source(l, sums, f->from[2]);
    switch (f->exec) {
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
        if (!is_constant(&b) || b.constant < 0 || b.constant > (narrow ? 31 : 63))
            return (struct sum){ 0 };
        b.constant = (int64_t)(1ull << b.constant);
        return multiplied(&a, &b, narrow);
    case X_ext_u32_64: return widened(l, &a, false);
    case X_ext_s32_64: return widened(l, &a, true);
    case X_trunc_64_32: return added(&(struct sum){ .known = true }, &a, 1, true);
    default: return a; /* mov */
    }
}

/* What the places of one argument have in common. */
struct extent_of_place {
    struct sum first;
    int64_t low, high;
    bool used, unlike;
};

static void join_place(struct extent_of_place *e, const struct sum *s,
                       const struct iq_ptx_form_place *p)
{
    int64_t from = plus(s->constant, p->offset), end = plus(from, p->size);
    if (!e->used)
        *e = (struct extent_of_place){ *s, from, end, true, false };
    e->unlike |= !s->known || memcmp(e->first.by, s->by, sizeof s->by) != 0;
    e->low = from < e->low ? from : e->low;
    e->high = end > e->high ? end : e->high;
}

static bool are_digits(const struct iq_ptx_launch *l, const struct extent_of_place *e)
{
    const int64_t most = (int64_t)1 << 46;
    int64_t below = e->high - e->low;
    bool done[DIGITS] = { false };
    for (uint32_t k = 0; k < DIGITS; k++) {
        int64_t least = INT64_MAX;
        uint32_t next = DIGITS;
        for (uint32_t d = 0; d < DIGITS; d++) {
            int64_t by = e->first.by[d] < 0 ? -e->first.by[d] : e->first.by[d];
            if (!done[d] && extent(l, d) > 1 && by < least) {
                least = by;
                next = d;
            }
        }
        if (next == DIGITS)
            return true;
        if (below > least || least > most / extent(l, next) || below > most)
            return false;
        done[next] = true;
        below += least * (extent(l, next) - 1);
    }
    return true;
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
    struct extent_of_place *of = calloc(IQ_PTX_ORIGIN_SLOTS, sizeof *of);
    uint64_t apart = 0;
    for (uint32_t k = 0; sums && of && k < forms->step_count; k++)
        sums[k] = stepped(l, sums, &forms->steps[k]);
    for (uint32_t k = 0; sums && of && k < forms->place_count; k++) {
        const struct iq_ptx_form_place *p = &forms->places[k];
        struct sum address = source(l, sums, p->address);
        join_place(&of[p->slot], &address, p);
    }
    for (uint64_t set = sums && of ? forms->candidates : 0; set; set &= set - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(set);
        if (of[slot].used && !of[slot].unlike && are_digits(l, &of[slot]))
            apart |= 1ull << slot;
    }
    free(sums);
    free(of);
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
    l->apart = apart_of(l, forms);
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

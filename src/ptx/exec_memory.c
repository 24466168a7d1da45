/* Memory lane by lane: resolving and checking addresses, atomics, frame variables. */
#include <string.h>

#include "ptx/cluster.h"
#include "ptx/cold.h"
#include "ptx/exec.h"
#include "ptx/exec_cold.h"
#include "ptx/exec_half.h"
#include "ptx/footprint.h"
#include "ptx/isa.h"
#include "ptx/polls.h"
#include "ptx/race.h"
#include "ptx/reads.h"
#include "ptx/shadow.h"

/* Is [range] the variable that the address comes from, or does one of the arguments that it comes
 * from point there? */
static bool belongs(const struct iq_ptx_block *b, const struct iq_ptx_insn *i,
                    const struct iq_ptx_range *range)
{
    const struct iq_ptx_launch *launch = b->launch;
    uint32_t variable = b->program->variables[i - b->program->insns];
    bool other = false;
    if (variable)
        return range->begin == iq_ptx_image_address(launch->desc.image, variable - 1);
    for (uint64_t set = b->program->origins[i - b->program->insns]; set; set &= set - 1) {
        uint64_t pointer, at = 8 * (uint64_t)__builtin_ctzll(set);
        if (at + 8 > launch->desc.kernel->param_bytes)
            continue;
        memcpy(&pointer, launch->params + at, sizeof pointer);
        int answer = b->env->belongs(b->env->ctx, pointer, range);
        if (answer > 0)
            return true;
        other |= answer < 0;
    }
    return !other;
}

/* May the kernel write there at all, and threads what others use?  Else it needs no watching. */
static bool is_written(const struct iq_ptx_block *b, const struct iq_ptx_range *range)
{
    const struct iq_ptx_launch *launch = b->launch;
    if (range->array)
        return b->program->writes_surfaces;
    if (!b->program->written)
        return b->program->writes;
    if (iq_ptx_range_is_apart(launch, range->begin, range->end))
        return false;
    for (uint64_t set = b->program->written; set; set &= set - 1) {
        uint64_t pointer, at = 8 * (uint64_t)__builtin_ctzll(set);
        if (at + 8 > launch->desc.kernel->param_bytes)
            continue;
        memcpy(&pointer, launch->params + at, sizeof pointer);
        if (pointer >= range->begin && pointer < range->end)
            return true;
    }
    return false;
}

bool iq_ptx_memory_range(struct iq_ptx_block *b, const struct iq_ptx_insn *i, uint64_t addr,
                         uint64_t size, bool write)
{
    struct iq_ptx_range found = { 0 };
    const struct iq_ptx_launch *launch = b->launch;
    uint64_t params = (uint64_t)(uintptr_t)launch->params;
    if (!write && launch->desc.kernel->param_bytes && addr >= params &&
        addr + size <= params + launch->desc.kernel->param_bytes)
        found = (struct iq_ptx_range){ .begin = params,
                                       .end = params + launch->desc.kernel->param_bytes };
    else if (addr >> 47 || !b->env->resolve ||
             !b->env->resolve(b->env->ctx, addr, (uint32_t)size, write, &found))
        return false;
    if (addr < found.begin || addr + size > found.end || (write && !found.writable) ||
        (found.array && i->exec != X_texture))
        return false;
    if (b->env->belongs && !found.array && !belongs(b, i, &found))
        return false;
    bool memory = addr - params >= launch->desc.kernel->param_bytes;
    found.atomic = iq_ptx_range_is_atomic(launch, found.begin, found.end);
    found.races = b->race && b->race->global && memory && is_written(b, &found) &&
                  !(found.atomic && launch->orderless);
    found.spans = b->spans && memory && !found.own && !found.array &&
                  (b->env->watch_footprint || (found.host && b->env->watch_host));
    if (found.shadow)
        iq_ptx_shadow_narrow(b, &found, addr, size);
    found.watched = found.races || found.shadow || found.spans;
    *iq_ptx_range_of(b, i) = found;
    return true;
}

static uint32_t alignment(const struct iq_ptx_insn *i, uint32_t size)
{
    return iq_ptx_is_plain_access(i->exec) ? i->mod
           : i->exec == X_copy_async       ? i->mod - 1
           : i->exec == X_texture          ? 0 /* rows of arrays lie anywhere */
                                           : size - 1;
}

struct iq_ptx_access iq_ptx_memory_describe(struct iq_warp *w, const struct iq_ptx_insn *i,
                                            uint64_t addr, uint32_t size, uint32_t lane,
                                            enum iq_ptx_space space)
{
    struct iq_ptx_fault where;
    iq_ptx_fault_place(w->block, w, i, lane, &where);
    struct iq_ptx_access a = { .address = addr,
                               .size = size,
                               .space = space,
                               .pc = where.pc,
                               .origins = w->block->program->origins[i - w->block->program->insns],
                               .of_variable =
                                   w->block->program->variables[i - w->block->program->insns] };
    memcpy(a.block, where.block, sizeof a.block);
    memcpy(a.thread, where.thread, sizeof a.thread);
    if (i->exec == X_texture) {
        uint32_t o[64];
        iq_ptx_long_operands(i, o);
        a.handle = IQ_PTX_REG(const uint64_t, w, o[0])[lane];
    }
    return a;
}

/* Global memory of one lane: the cached range, else the caller's tables, else the caller's
 * leniency. */
static void *global_at(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t addr, uint32_t size,
                       uint32_t lane, uint32_t flags)
{
    struct iq_ptx_block *b = w->block;
    const struct iq_ptx_range *r = iq_ptx_range_of(b, i);
    bool write = flags & ACCESS_WRITE;
    int64_t bias = 0;
    if (b->env->unchecked_count) {
        const struct iq_ptx_range *open = iq_ptx_unchecked_at(b->env, addr);
        if (!open && addr >> 47) /* nobody's address */
            return NULL;
        return (void *)(uintptr_t)(addr + (open ? (uint64_t)open->bias : 0));
    }
    bool cached =
        addr >= r->begin && addr + size <= r->end && addr < addr + size && (!write || r->writable);
    if (cached || iq_ptx_memory_range(b, i, addr, size, write)) {
        if (r->shadow)
            iq_ptx_shadow_one(w, i, addr, size, lane, flags);
        if (r->races)
            iq_ptx_race_global_one(w, i, addr, size, lane, flags);
        if (r->spans)
            iq_ptx_footprint_one(w, i, addr, size, flags);
        return (void *)(uintptr_t)(addr + (uint64_t)r->bias);
    }
    if (!b->env->stray)
        return NULL;
    struct iq_ptx_access a = iq_ptx_memory_describe(w, i, addr, size, lane, IQ_PTX_GLOBAL);
    a.write = write;
    a.atomic = (flags & ACCESS_ATOMIC) != 0;
    return b->env->stray(b->env->ctx, &a, &bias) ? (void *)(uintptr_t)(addr + (uint64_t)bias)
                                                 : NULL;
}

/* Is the access for one shared variable?  Then it is for the block's own, however far off. */
static bool is_for_variable(const struct iq_ptx_insn *i)
{
    return iq_ptx_is_plain_shared(i->exec) && i->target != UINT32_MAX;
}

/* Is the access outside of the one shared variable that it is for? */
static bool left_variable(const struct iq_ptx_insn *i, uint64_t shared, uint32_t size)
{
    return iq_ptx_is_plain_shared(i->exec) && (shared < i->aux || shared + size > i->target);
}

void iq_ptx_memory_variable(const struct iq_ptx_program *p, const struct iq_ptx_insn *i,
                            struct iq_ptx_access *a)
{
    const struct iq_ptx_module_private *m = p->module->private;
    if (!is_for_variable(i))
        return;
    for (uint32_t k = 0; k < m->global_count && !a->variable; k++)
        if (p->shared_offset[k] == i->aux && m->globals[k].pub.space == IQ_PTX_SHARED &&
            m->globals[k].pub.size == i->target - i->aux)
            a->variable = m->globals[k].pub.name;
    a->variable_at = i->aux;
    a->variable_size = i->target - i->aux;
}

/* Bytes of an access up to the last one that anybody wants: compilers read a whole vector for the
 * three values they need. */
static uint32_t wanted_bytes(const struct iq_ptx_block *b, const struct iq_ptx_insn *i,
                             uint32_t size, uint32_t flags)
{
    uint32_t demand = b->program->demand[i - b->program->insns],
             all = (demand | demand >> 16) & 0xffff;
    if (flags & ACCESS_WRITE || size > IQ_PTX_VECTOR_BYTES || i->exec < X_lds8 ||
        i->exec > X_ldsv2_64 || !all)
        return size;
    uint32_t wanted = 32 - (uint32_t)__builtin_clz(all);
    return wanted < size ? wanted : size;
}

static bool pass_shared(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t generic,
                        uint32_t size, uint32_t lane, uint32_t flags)
{
    struct iq_ptx_block *b = w->block;
    int64_t bias;
    if (!b->env->stray)
        return true;
    struct iq_ptx_access a = iq_ptx_memory_describe(w, i, generic, size, lane, IQ_PTX_SHARED);
    a.write = flags & ACCESS_WRITE;
    iq_ptx_memory_variable(b->program, i, &a);
    return b->env->stray(b->env->ctx, &a, &bias);
}

enum { IN_FRONT = 1 << 24 };

void *iq_ptx_memory_at(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t addr, uint32_t size,
                       uint32_t lane, uint32_t flags)
{
    struct iq_ptx_block *b = w->block;
    uint64_t generic = flags & ACCESS_SHARED  ? IQ_PTX_SHARED_BASE + addr
                       : flags & ACCESS_LOCAL ? IQ_PTX_LOCAL_BASE + addr
                                              : addr;
    uint64_t shared = generic - IQ_PTX_SHARED_BASE, local = generic - IQ_PTX_LOCAL_BASE;
    /* Nothing but an index below 0 leads closely in front of a window. */
    enum iq_ptx_space space =
        flags & ACCESS_SHARED || shared < IQ_PTX_WINDOW_BYTES || -shared < IN_FRONT ? IQ_PTX_SHARED
        : flags & ACCESS_LOCAL || local < IQ_PTX_WINDOW_BYTES || -local < IN_FRONT  ? IQ_PTX_LOCAL
                                                                                    : IQ_PTX_GLOBAL;
    enum iq_ptx_fault_kind kind = IQ_PTX_FAULT_NONE;
    void *at = NULL;
    if (space != IQ_PTX_GLOBAL && iq_ptx_is_plain_access(i->exec) && i->o[5] & SEM_GLOBAL) {
        /* an address of another space in an instruction for global memory */
        kind = IQ_PTX_FAULT_ILLEGAL_ADDRESS;
    } else if (generic & alignment(i, size)) {
        kind = IQ_PTX_FAULT_MISALIGNED;
    } else if (space == IQ_PTX_SHARED && !is_for_variable(i) &&
               iq_ptx_cluster_rank(b, shared) != b->rank) {
        at = iq_ptx_cluster_at(w, i, shared, wanted_bytes(b, i, size, flags), lane, flags);
        if (!at)
            return NULL;
    } else if (space == IQ_PTX_SHARED) {
        shared = is_for_variable(i) ? shared : iq_ptx_cluster_offset(b, shared);
        uint32_t wanted = wanted_bytes(b, i, size, flags);
        kind = shared > b->shared_bytes || shared + wanted > b->shared_bytes
                   ? IQ_PTX_FAULT_SHARED_RANGE
                   : IQ_PTX_FAULT_NONE;
        at = kind ? NULL : b->shared + shared;
        if (!kind && left_variable(i, shared, wanted) &&
            !pass_shared(w, i, generic, size, lane, flags))
            kind = IQ_PTX_FAULT_SHARED_RANGE;
        if (!kind && b->race && b->race->shared)
            iq_ptx_race_shared_one(w, i, (uint32_t)shared, wanted, lane, flags);
    } else if (space == IQ_PTX_LOCAL) {
        kind = local > b->local_end || local + size > b->local_end ? IQ_PTX_FAULT_LOCAL_RANGE
                                                                   : IQ_PTX_FAULT_NONE;
        at = kind ? NULL : w->local + (size_t)b->local_stride * lane + local;
    } else {
        at = global_at(w, i, addr, size, lane, flags);
        kind = at ? IQ_PTX_FAULT_NONE : IQ_PTX_FAULT_ILLEGAL_ADDRESS;
    }
    if (b->observed) {
        struct iq_ptx_access a = iq_ptx_memory_describe(w, i, generic, size, lane, space);
        a.write = flags & ACCESS_WRITE;
        a.atomic = (flags & ACCESS_ATOMIC) != 0;
        b->env->observe(b->env->ctx, &a);
    }
    if (!kind)
        return at;
    iq_ptx_fault_access(w, i, lane, kind, generic, size, flags);
    return NULL;
}

/* --- atomics: host atomics on global memory; shared memory has one thread, where they do no harm
 * --- */

static uint64_t combine(uint32_t op, uint64_t old, uint64_t x, uint64_t y, uint32_t bits, bool sign)
{
    uint64_t mask = bits == 64 ? ~0ull : (1ull << bits) - 1;
    old &= mask;
    x &= mask;
    int64_t so = (int64_t)(old << (64 - bits)) >> (64 - bits),
            sx = (int64_t)(x << (64 - bits)) >> (64 - bits);
    bool less = sign ? sx < so : x < old;
    switch (op) {
    case ATOM_ADD: return old + x;
    case ATOM_MIN: return less ? x : old;
    case ATOM_MAX: return less ? old : x;
    case ATOM_AND: return old & x;
    case ATOM_OR: return old | x;
    case ATOM_XOR: return old ^ x;
    case ATOM_INC: return old >= x ? 0 : old + 1;
    case ATOM_DEC: return !old || old > x ? x : old - 1;
    case ATOM_EXCH: return x;
    default: return old == x ? y : old; /* cas: x is compared, y stored */
    }
}

/* Global memory has adders of its own: one of singles flushes what is subnormal, one of doubles
 * leaves a NaN as it is. */
enum { ATOM_GLOBAL_ADDER = 1 << 4 };

static uint32_t flushed(uint32_t u, bool flush)
{
    return flush && !(u & 0x7f800000) ? u & 0x80000000 : u;
}

static uint32_t add_singles(uint32_t a, uint32_t b, bool flush)
{
    float f, g;
    a = flushed(a, flush);
    b = flushed(b, flush);
    memcpy(&f, &a, 4);
    memcpy(&g, &b, 4);
    f += g;
    memcpy(&a, &f, 4);
    return f != f ? 0x7fffffff : flushed(a, flush);
}

static uint64_t add_doubles(uint64_t a, uint64_t b, bool keep)
{
    double d, e;
    memcpy(&d, &a, 8);
    memcpy(&e, &b, 8);
    if (keep && (d != d || e != e))
        return d != d ? a : b;
    d += e;
    memcpy(&a, &d, 8);
    return a;
}

static uint64_t combine_float(enum iq_ptx_type t, uint32_t op, uint64_t old, uint64_t x)
{
    static const uint32_t of_halves[] = {
        [ATOM_ADD] = FLOAT_ADD, [ATOM_MIN] = FLOAT_MIN, [ATOM_MAX] = FLOAT_MAX
    };
    if (t == TY_F32)
        return add_singles((uint32_t)old, (uint32_t)x, op & ATOM_GLOBAL_ADDER);
    return t == TY_F64 ? add_doubles(old, x, op & ATOM_GLOBAL_ADDER)
                       : iq_ptx_half_pair(of_halves[op], (uint32_t)old, (uint32_t)x,
                                          t == TY_BF16 || t == TY_BF16X2);
}

static uint64_t next_value(enum iq_ptx_type t, uint32_t op, uint64_t old, uint64_t x, uint64_t y)
{
    if (iq_ptx_type_is_float(t) && op != ATOM_EXCH && op != ATOM_CAS)
        return combine_float(t, op, old, x);
    return combine(op, old, x, y, 8 * iq_ptx_type_size(t), iq_ptx_type_is_signed(t));
}

/* The commonest ones straight; false: not one of them.  [alone]: no other thread of the host sees
 * the place. */
#define QUICK(name, T)                                                                       \
    static bool name(T *at, enum iq_ptx_type t, uint32_t op, T x, bool alone, uint64_t *old) \
    {                                                                                        \
        if (iq_ptx_type_is_float(t) && (op != ATOM_ADD || !alone))                           \
            return false;                                                                    \
        if (alone && (op == ATOM_ADD || op == ATOM_EXCH)) {                                  \
            T before = *at;                                                                  \
            *at = op == ATOM_EXCH           ? x                                              \
                  : iq_ptx_type_is_float(t) ? (T)combine_float(t, op, before, x)             \
                                            : (T)(before + x);                               \
            *old = before;                                                                   \
            return true;                                                                     \
        }                                                                                    \
        switch (op) {                                                                        \
        case ATOM_ADD: *old = __atomic_fetch_add(at, x, __ATOMIC_SEQ_CST); return true;      \
        case ATOM_AND: *old = __atomic_fetch_and(at, x, __ATOMIC_SEQ_CST); return true;      \
        case ATOM_OR: *old = __atomic_fetch_or(at, x, __ATOMIC_SEQ_CST); return true;        \
        case ATOM_EXCH: *old = __atomic_exchange_n(at, x, __ATOMIC_SEQ_CST); return true;    \
        default: return false;                                                               \
        }                                                                                    \
    }
QUICK(quick32, uint32_t)
QUICK(quick64, uint64_t)

#define ATOMIC(name, T)                                                                     \
    static uint64_t name(void *at, enum iq_ptx_type t, uint32_t op, uint64_t x, uint64_t y) \
    {                                                                                       \
        T old = __atomic_load_n((T *)at, __ATOMIC_SEQ_CST), to;                             \
        do                                                                                  \
            to = (T)next_value(t, op, old, x, y);                                           \
        while (!__atomic_compare_exchange_n((T *)at, &old, to, false, __ATOMIC_SEQ_CST,     \
                                            __ATOMIC_SEQ_CST));                             \
        return old;                                                                         \
    }
ATOMIC(atomic16, uint16_t)
ATOMIC(atomic32, uint32_t)
ATOMIC(atomic64, uint64_t)

uint64_t iq_ptx_memory_combine(void *at, enum iq_ptx_type t, uint32_t op, uint64_t x, uint64_t y)
{
    uint32_t size = iq_ptx_type_size(t);
    return size == 2   ? atomic16(at, t, op, x, y)
           : size == 4 ? atomic32(at, t, op, x, y)
                       : atomic64(at, t, op, x, y);
}

/* 128 bits are exchanged, or compared and exchanged.  The processor may have no such step: all
 * threads of the host that make one take turns; loads of 16 bytes are one step of their own. */
static const struct iq_ptx_insn *atom_wide(struct iq_warp *w, const struct iq_ptx_insn *i,
                                           const uint64_t *addr, uint32_t flags)
{
    typedef uint64_t pair __attribute__((vector_size(16)));
    static bool taken;
    const pair *x = IQ_PTX_REG(const pair, w, i->o[2]), *y = IQ_PTX_REG(const pair, w, i->o[3]);
    pair *d = IQ_PTX_REG(pair, w, i->o[0]);
    bool compare = (i->mod & 255) == ATOM_CAS;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        volatile pair *at = iq_ptx_memory_at(w, i, addr[l] + i->imm, 16, l, flags);
        if (!at)
            return NULL;
        pair expected = x[l], to = compare ? y[l] : x[l];
        while (__atomic_test_and_set(&taken, __ATOMIC_ACQUIRE))
            ;
        pair old = *at;
        if (!compare || (old[0] == expected[0] && old[1] == expected[1]))
            *at = to;
        __atomic_clear(&taken, __ATOMIC_RELEASE);
        d[l] = old;
    }
    return i + 1;
}

/* One word; [alone]: in shared memory. */
static uint32_t atomic_word(uint32_t *at, enum iq_ptx_type t, uint32_t op, uint32_t x, uint32_t y,
                            bool alone)
{
    uint64_t old;
    uint32_t adder = t == TY_F32 && op == ATOM_ADD && !alone ? ATOM_GLOBAL_ADDER : 0;
    if (!quick32(at, t, op, x, alone, &old))
        old = iq_ptx_memory_combine(at, t, op | adder, x, y);
    return (uint32_t)old;
}

/* Global memory, all lanes of which stay in bounds. */
static void watch_atomics(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr)
{
    const struct iq_ptx_range *r = iq_ptx_range_of(w->block, i);
    uint32_t flags = ACCESS_WRITE | ACCESS_ATOMIC;
    if (r->shadow)
        iq_ptx_shadow_lanes(w, i, addr, 4, flags);
    if (r->races)
        iq_ptx_race_global_lanes(w, i, addr, 4, flags, false);
    if (r->spans)
        iq_ptx_footprint_lanes(w, i, addr, 4, flags, false);
}

/* Words, where all lanes stay in bounds and no race of shared memory is near: false, else. */
static bool quick_words(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr)
{
    struct iq_ptx_block *b = w->block;
    enum iq_ptx_type t = (enum iq_ptx_type)(i->mod >> 8 & 255);
    bool shared = (i->mod >> 16 & 15) == IQ_PTX_SHARED;
    const struct iq_ptx_range *r =
        b->env->unchecked_count ? b->env->unchecked : iq_ptx_range_of(b, i);
    uint64_t low = shared ? 0 : r->begin, size = shared ? b->shared_bytes : r->end - r->begin,
             bad = 0;
    uint8_t *base = shared ? b->shared : (uint8_t *)(uintptr_t)r->bias;
    if (iq_ptx_type_size(t) != 4 || b->observed || (!shared && !r->writable))
        return false;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint64_t a = addr[iq_ptx_first_lane(m)] + i->imm;
        bad |= (a & 3) | (a - low > size - 4);
    }
    if (bad || size < 4 ||
        (shared && b->race && b->race->shared && !iq_ptx_race_shared_atomics(w, i, addr)))
        return false;
    if (!shared && r->watched)
        watch_atomics(w, i, addr);
    const uint32_t *x = IQ_PTX_REG(const uint32_t, w, i->o[2]),
                   *y = IQ_PTX_REG(const uint32_t, w, i->o[3]);
    uint32_t *d = IQ_PTX_REG(uint32_t, w, i->o[0]), old[IQ_PTX_LANES], op = i->mod & 255;
    bool sum = op == ATOM_ADD && (t == TY_U32 || t == TY_S32); /* the commonest of all */
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        uint32_t *at = (uint32_t *)((uintptr_t)base + addr[l] + i->imm);
        if (!sum) {
            old[l] = atomic_word(at, t, op, x[l], y[l], shared);
        } else if (shared) {
            old[l] = *at;
            *at += x[l];
        } else {
            old[l] = __atomic_fetch_add(at, x[l], __ATOMIC_SEQ_CST);
        }
    }
    for (uint32_t m = w->mask; m; m &= m - 1)
        d[iq_ptx_first_lane(m)] = old[iq_ptx_first_lane(m)];
    return true;
}

/* Does one lane add to a word of global memory, that is, not only ask for it?  Others may wait
 * until it has. */
static bool counts(const struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t addr)
{
    uint32_t op = i->mod & 255, zero = 0, lane = iq_ptx_first_lane(w->mask);
    enum { DISTANCE = 4 };
    if ((op != ATOM_ADD && op != ATOM_INC) ||
        iq_ptx_type_size((enum iq_ptx_type)(i->mod >> 8 & 255)) != 4 ||
        (i->mod >> 16 & 15) == IQ_PTX_SHARED || addr - IQ_PTX_SHARED_BASE < IQ_PTX_WINDOW_BYTES)
        return false;
    for (uint32_t k = 1; k <= DISTANCE; k++) /* under a guard it cannot give up its turn */
        if (i - w->block->program->insns < k || (i[-(int)k].exec == X_guard && i[-(int)k].imm >= k))
            return false;
    return memcmp(IQ_PTX_REG(const uint32_t, w, i->o[2]) + lane, &zero, sizeof zero);
}

IQ_PTX_COLD(atom)
{
    uint32_t op = i->mod & 255, flags = ACCESS_WRITE | ACCESS_ATOMIC |
                                        ((i->mod >> 16 & 15) == IQ_PTX_SHARED ? ACCESS_SHARED : 0);
    enum iq_ptx_type t = (enum iq_ptx_type)(i->mod >> 8 & 255);
    uint32_t size = iq_ptx_type_size(t);
    uint64_t addr[32];
    memcpy(addr, IQ_PTX_REG(const uint64_t, w, i->o[1]), sizeof addr);
    if (op >= ATOM_EXCH)
        iq_ptx_poll(w);
    const uint8_t *px = IQ_PTX_REG(const uint8_t, w, i->o[2]),
                  *py = IQ_PTX_REG(const uint8_t, w, i->o[3]);
    uint8_t *d = IQ_PTX_REG(uint8_t, w, i->o[0]);
    bool one = !(w->mask & (w->mask - 1)) && w->block->race && w->block->race->global &&
               !w->block->launch->orderless;
    uint64_t word = one ? addr[iq_ptx_first_lane(w->mask)] + i->imm : 0;
    bool count = one && counts(w, i, word);
    if (count && iq_ptx_polls_must_wait(w, word)) {
        w->resume = i;
        return NULL;
    }
    if (w->block->race && i->mod & ATOM_RELEASE)
        iq_ptx_race_fence(w, i->mod & ATOM_CTA);
    if (size == 16)
        return atom_wide(w, i, addr, flags);
    if (quick_words(w, i, addr))
        return i + 1;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        void *at = iq_ptx_memory_at(w, i, addr[l] + i->imm, size, l, flags);
        if (!at)
            return NULL;
        uint64_t x = 0, y = 0;
        memcpy(&x, px + l * size, size);
        memcpy(&y, py + l * size, size);
        uint64_t old;
        bool alone = (uint64_t)((uint8_t *)at - w->block->shared) < w->block->shared_bytes;
        bool plain = alone || (i->mod >> 16 & 15) == IQ_PTX_SHARED ||
                     addr[l] + i->imm - IQ_PTX_SHARED_BASE < IQ_PTX_WINDOW_BYTES;
        bool done = size == 4 ? quick32(at, t, op, (uint32_t)x, alone, &old)
                              : size == 8 && quick64(at, t, op, x, alone, &old);
        if (!done)
            old = iq_ptx_memory_combine(
                at, t,
                op | ((t == TY_F32 || t == TY_F64) && op == ATOM_ADD && !plain ? ATOM_GLOBAL_ADDER
                                                                               : 0),
                x, y);
        memcpy(d + l * size, &old, size);
    }
    if (count)
        iq_ptx_polls_count(w, word);
    return i + 1;
}

/* --- variables of the call frame --- */

static uint8_t *frame_at(struct iq_warp *w, uint32_t lane, uint64_t offset)
{
    return w->local + (size_t)w->block->local_stride * lane + w->frame->sp + offset;
}

IQ_PTX_COLD(frame_address)
{
    uint64_t *d = IQ_PTX_REG(uint64_t, w, i->o[0]);
    for (uint32_t m = w->mask; m; m &= m - 1)
        d[iq_ptx_first_lane(m)] = w->frame->sp + i->imm;
    return i + 1;
}

IQ_PTX_COLD(frame_load)
{
    uint32_t size = i->mod & 255, reg = i->mod >> 16;
    uint8_t *d = IQ_PTX_REG(uint8_t, w, i->o[0]);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        uint8_t value[16] = { 0 };
        memcpy(value, frame_at(w, l, i->imm), size);
        if (i->mod >> 8 & 1 && value[size - 1] & 128)
            memset(value + size, 255, 16 - size);
        memcpy(d + l * reg, value, reg);
    }
    return i + 1;
}

IQ_PTX_COLD(frame_store)
{
    uint32_t size = i->mod & 255, reg = i->mod >> 16;
    const uint8_t *s = IQ_PTX_REG(const uint8_t, w, i->o[0]);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        memcpy(frame_at(w, l, i->imm), s + l * reg, size);
    }
    return i + 1;
}

/* --- memory of a call frame whose size shows at run time: after the frame, the same place for all
 * lanes --- */

IQ_PTX_COLD(alloca)
{
    struct iq_ptx_frame *f = w->frame;
    uint64_t *d = IQ_PTX_REG(uint64_t, w, i->o[0]), most = 0,
             place = f->sp + f->function->local_bytes + f->dynamic;
    const uint64_t *size = IQ_PTX_REG(const uint64_t, w, i->o[1]);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        most = size[l] > most ? size[l] : most;
    }
    uint64_t at = (place + i->imm - 1) & ~(i->imm - 1);
    if (most > w->block->local_bytes || at + most > w->block->local_bytes)
        return iq_ptx_fault_raise(w, i, iq_ptx_first_lane(w->mask), IQ_PTX_FAULT_STACK_OVERFLOW,
                                  "%llu bytes of alloca exceed the stack of %u bytes per thread",
                                  (unsigned long long)most, w->block->launch->stack_bytes);
    f->dynamic += (uint32_t)(((at + most - place) + 15) & ~15ull);
    for (uint32_t m = w->mask; m; m &= m - 1)
        d[iq_ptx_first_lane(m)] = at;
    return i + 1;
}

IQ_PTX_COLD(stacksave)
{
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        if (i->mod == 4)
            IQ_PTX_REG(uint32_t, w, i->o[0])[l] = w->frame->dynamic;
        else
            IQ_PTX_REG(uint64_t, w, i->o[0])[l] = w->frame->dynamic;
    }
    return i + 1;
}

/* Lanes that are elsewhere in this frame may still use what they allocated: then nothing is given
 * back. */
IQ_PTX_COLD(stackrestore)
{
    uint32_t l = iq_ptx_first_lane(w->mask);
    uint64_t to = i->mod == 4 ? IQ_PTX_REG(const uint32_t, w, i->o[0])[l]
                              : IQ_PTX_REG(const uint64_t, w, i->o[0])[l];
    if (w->mask == w->frame->lanes && to < w->frame->dynamic)
        w->frame->dynamic = (uint32_t)to;
    return i + 1;
}

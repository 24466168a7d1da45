/* Vector handlers of loads and stores, included behind handlers.h.  Three ways from fast to slow: one contiguous or
 * uniform row with one range check; any addresses within one range; lane by lane through iq_ptx_memory_at. */

struct span { uint64_t low, high, mixed; }; /* lowest and highest address of the active lanes, or of all low bits */

static inline struct span span_of(const uint64_t *addr, uint32_t mask, uint64_t offset)
{
    uint64_t low = ~0ull >> 1, high = 0, bits = 0, wide = mask;
    EACH {
        bool on = (wide & lane_bit[l]) != 0;
        uint64_t a = addr[l] + offset;
        int64_t for_low = on ? (int64_t)a : INT64_MAX, for_high = on ? (int64_t)a : 0;
        low = (int64_t)low < for_low ? low : (uint64_t)for_low;
        high = (int64_t)high > for_high ? high : (uint64_t)for_high;
        bits |= on ? a : 0;
    }
    return (struct span){low, high, bits};
}

/* 1: addr[l] = addr[0] + step l; 2: all equal; 0: neither.  Only for a full warp. */
static inline int row_of(const uint64_t *addr, uint64_t step)
{
    uint64_t first = addr[0], apart = 0, unequal = 0;
    EACH {
        apart |= addr[l] - (first + step * l);
        unequal |= addr[l] ^ first;
    }
    return !apart ? 1 : !unequal ? 2 : 0;
}

/* Is [low, high) inside the range this instruction met last?  Looks up and caches if not. */
static inline bool in_range(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t low, uint64_t high, bool write)
{
    const struct iq_ptx_range *r = iq_ptx_range_of(w->block, i);
    if (__builtin_expect(low >= r->begin && high <= r->end && low < high && (!write || r->writable), 1))
        return true;
    return high > low && high - low < (1ull << 40) && iq_ptx_memory_range(w->block, i, low, high - low, write);
}

/* Where lane addresses lead: global and generic addresses are host addresses but for the bias of their range; shared
 * ones are offsets.  NO_BASE = take the slow way. */
#define NO_BASE ((uint8_t *)1)
static inline uint8_t *global_base(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t low, uint64_t high, bool write)
{
    return in_range(w, i, low, high, write) ? (uint8_t *)(uintptr_t)iq_ptx_range_of(w->block, i)->bias : NO_BASE;
}

static inline uint8_t *shared_base(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t low, uint64_t high, bool write)
{
    (void)i;
    (void)write;
    return low < high && high <= w->block->shared_bytes ? w->block->shared : NO_BASE;
}

/* LOAD: n registers of T per lane from elements of `bytes` each. */
#define SLOW_LOAD(T, n, flags) \
    for (uint32_t m = w->mask; m; m &= m - 1) { \
        uint32_t l = iq_ptx_first_lane(m); \
        const void *at = iq_ptx_memory_at(w, i, addr[l] + offset, sizeof(M) * (n), l, flags); \
        if (!at) return NULL; \
        M some[n]; \
        memcpy(some, at, sizeof some); \
        for (uint32_t k = 0; k < (n); k++) tmp[k][l] = (T)some[k]; \
    } \
    for (uint32_t k = 0; k < (n); k++) { \
        T *d = IQ_PTX_REG(T, w, i->o[k]); \
        for (uint32_t m = w->mask; m; m &= m - 1) d[iq_ptx_first_lane(m)] = tmp[k][iq_ptx_first_lane(m)]; \
    } \
    return i + 1;

#define LOAD(name, T, bits, MT, n, base_of, flags) \
static __attribute__((noinline)) const struct iq_ptx_insn *slow_##name(struct iq_warp *w, const struct iq_ptx_insn *i) \
{ \
    typedef MT M; \
    uint64_t addr[LANES], offset = i->imm; \
    T tmp[n][LANES]; \
    memcpy(addr, IQ_PTX_REG(const uint64_t, w, i->o[n]), sizeof addr); \
    SLOW_LOAD(T, n, flags) \
} \
HANDLER(name) \
{ \
    typedef MT M; \
    const uint64_t *addr = IQ_PTX_REG(const uint64_t, w, i->o[n]), offset = i->imm; \
    const uint64_t size = sizeof(M) * (n); \
    if (__builtin_expect(w->block->observed, 0)) return slow_##name(w, i); \
    if (w->mask == 0xffffffffu) { \
        int row = row_of(addr, size); \
        uint64_t low = addr[0] + offset; \
        uint8_t *base = row && !(low & i->mod) ? base_of(w, i, low, low + (row == 1 ? size * LANES : size), false) : NO_BASE; \
        if (base != NO_BASE) { \
            const M *from = (const M *)(uintptr_t)((uintptr_t)base + low); \
            T *d[n]; \
            for (uint32_t k = 0; k < (n); k++) d[k] = IQ_PTX_REG(T, w, i->o[k]); \
            if (row == 1) { EACH for (uint32_t k = 0; k < (n); k++) d[k][l] = (T)from[l * (n) + k]; } \
            else for (uint32_t k = 0; k < (n); k++) { T v = (T)from[k]; EACH d[k][l] = v; } \
            return i + 1; \
        } \
    } \
    struct span s = span_of(addr, w->mask, offset); \
    uint8_t *base = s.mixed & i->mod ? NO_BASE : base_of(w, i, s.low, s.high + size, false); \
    if (base == NO_BASE) return slow_##name(w, i); \
    T tmp[n][LANES] __attribute__((aligned(64))); \
    const uintptr_t from = (uintptr_t)base + offset; \
    if (w->mask == 0xffffffffu) { \
        for (uint32_t l = 0; l < LANES; l++) for (uint32_t k = 0; k < (n); k++) tmp[k][l] = (T)((const M *)(from + addr[l]))[k]; \
        for (uint32_t k = 0; k < (n); k++) memcpy(IQ_PTX_REG(T, w, i->o[k]), tmp[k], sizeof tmp[k]); \
        return i + 1; \
    } \
    for (uint32_t m = w->mask; m; m &= m - 1) { \
        uint32_t l = iq_ptx_first_lane(m); \
        for (uint32_t k = 0; k < (n); k++) tmp[k][l] = (T)((const M *)(from + addr[l]))[k]; \
    } \
    for (uint32_t k = 0; k < (n); k++) blend_##bits((void *)IQ_PTX_REG(T, w, i->o[k]), (const void *)tmp[k], w->mask); \
    return i + 1; \
}

#define STORE(name, T, MT, n, base_of, flags) \
static __attribute__((noinline)) const struct iq_ptx_insn *slow_##name(struct iq_warp *w, const struct iq_ptx_insn *i) \
{ \
    const uint64_t *addr = IQ_PTX_REG(const uint64_t, w, i->o[0]); \
    for (uint32_t m = w->mask; m; m &= m - 1) { \
        uint32_t l = iq_ptx_first_lane(m); \
        void *at = iq_ptx_memory_at(w, i, addr[l] + i->imm, sizeof(MT) * (n), l, (flags) | ACCESS_WRITE); \
        if (!at) return NULL; \
        MT some[n]; \
        for (uint32_t k = 0; k < (n); k++) some[k] = (MT)IQ_PTX_REG(const T, w, i->o[k + 1])[l]; \
        memcpy(at, some, sizeof some); \
    } \
    return i + 1; \
} \
HANDLER(name) \
{ \
    typedef MT M; \
    const uint64_t *addr = IQ_PTX_REG(const uint64_t, w, i->o[0]), offset = i->imm; \
    const uint64_t size = sizeof(M) * (n); \
    if (__builtin_expect(w->block->observed, 0)) return slow_##name(w, i); \
    const T *v[n]; \
    for (uint32_t k = 0; k < (n); k++) v[k] = IQ_PTX_REG(const T, w, i->o[k + 1]); \
    if (w->mask == 0xffffffffu && row_of(addr, size) == 1) { \
        uint64_t low = addr[0] + offset; \
        uint8_t *base = !(low & i->mod) ? base_of(w, i, low, low + size * LANES, true) : NO_BASE; \
        if (base != NO_BASE) { \
            M *to = (M *)(uintptr_t)((uintptr_t)base + low); \
            EACH for (uint32_t k = 0; k < (n); k++) to[l * (n) + k] = (M)v[k][l]; \
            return i + 1; \
        } \
    } \
    struct span s = span_of(addr, w->mask, offset); \
    uint8_t *base = s.mixed & i->mod ? NO_BASE : base_of(w, i, s.low, s.high + size, true); \
    if (base == NO_BASE) return slow_##name(w, i); \
    const uintptr_t to = (uintptr_t)base + offset; \
    for (uint32_t m = w->mask; m; m &= m - 1) { \
        uint32_t l = iq_ptx_first_lane(m); \
        for (uint32_t k = 0; k < (n); k++) ((M *)(to + addr[l]))[k] = (M)v[k][l]; \
    } \
    return i + 1; \
}

/* Local memory: each lane has its own, `local_stride` bytes apart. */
static inline uint8_t *local_lane(struct iq_warp *w, uint32_t l) { return w->local + (size_t)w->block->local_stride * l; }
#define LOCAL_LOAD(name, T, MT, n) \
HANDLER(name) \
{ \
    uint64_t addr[LANES], size = sizeof(MT) * (n); \
    memcpy(addr, IQ_PTX_REG(const uint64_t, w, i->o[n]), sizeof addr); \
    struct span s = span_of(addr, w->mask, i->imm); \
    bool plain = !w->block->observed && !(s.mixed & i->mod) && s.low < s.high + size && s.high + size <= w->block->local_stride; \
    for (uint32_t m = w->mask; m; m &= m - 1) { \
        uint32_t l = iq_ptx_first_lane(m); \
        uint64_t a = addr[l] + i->imm; \
        const void *at = plain ? local_lane(w, l) + a : iq_ptx_memory_at(w, i, a, (uint32_t)size, l, ACCESS_LOCAL); \
        if (!at) return NULL; \
        MT some[n]; \
        memcpy(some, at, sizeof some); \
        for (uint32_t k = 0; k < (n); k++) IQ_PTX_REG(T, w, i->o[k])[l] = (T)some[k]; \
    } \
    return i + 1; \
}
#define LOCAL_STORE(name, T, MT, n) \
HANDLER(name) \
{ \
    const uint64_t *addr = IQ_PTX_REG(const uint64_t, w, i->o[0]), size = sizeof(MT) * (n); \
    struct span s = span_of(addr, w->mask, i->imm); \
    bool plain = !w->block->observed && !(s.mixed & i->mod) && s.low < s.high + size && s.high + size <= w->block->local_stride; \
    for (uint32_t m = w->mask; m; m &= m - 1) { \
        uint32_t l = iq_ptx_first_lane(m); \
        uint64_t a = addr[l] + i->imm; \
        void *at = plain ? local_lane(w, l) + a : iq_ptx_memory_at(w, i, a, (uint32_t)size, l, ACCESS_LOCAL | ACCESS_WRITE); \
        if (!at) return NULL; \
        MT some[n]; \
        for (uint32_t k = 0; k < (n); k++) some[k] = (MT)IQ_PTX_REG(const T, w, i->o[k + 1])[l]; \
        memcpy(at, some, sizeof some); \
    } \
    return i + 1; \
}

#define MEMORY(x, base_of, flags) \
    LOAD(ld##x##8, uint16_t, 2, uint8_t, 1, base_of, flags) LOAD(ld##x##16, uint16_t, 2, uint16_t, 1, base_of, flags) \
    LOAD(ld##x##32, uint32_t, 4, uint32_t, 1, base_of, flags) LOAD(ld##x##64, uint64_t, 8, uint64_t, 1, base_of, flags) \
    LOAD(ld##x##v2_32, uint32_t, 4, uint32_t, 2, base_of, flags) LOAD(ld##x##v4_32, uint32_t, 4, uint32_t, 4, base_of, flags) \
    LOAD(ld##x##v2_64, uint64_t, 8, uint64_t, 2, base_of, flags) \
    STORE(st##x##8, uint16_t, uint8_t, 1, base_of, flags) STORE(st##x##16, uint16_t, uint16_t, 1, base_of, flags) \
    STORE(st##x##32, uint32_t, uint32_t, 1, base_of, flags) STORE(st##x##64, uint64_t, uint64_t, 1, base_of, flags) \
    STORE(st##x##v2_32, uint32_t, uint32_t, 2, base_of, flags) STORE(st##x##v4_32, uint32_t, uint32_t, 4, base_of, flags) \
    STORE(st##x##v2_64, uint64_t, uint64_t, 2, base_of, flags)
MEMORY(g, global_base, 0)
MEMORY(s, shared_base, ACCESS_SHARED)
LOCAL_LOAD(ldl8, uint16_t, uint8_t, 1) LOCAL_LOAD(ldl16, uint16_t, uint16_t, 1) LOCAL_LOAD(ldl32, uint32_t, uint32_t, 1)
LOCAL_LOAD(ldl64, uint64_t, uint64_t, 1) LOCAL_LOAD(ldlv2_32, uint32_t, uint32_t, 2) LOCAL_LOAD(ldlv4_32, uint32_t, uint32_t, 4)
LOCAL_LOAD(ldlv2_64, uint64_t, uint64_t, 2)
LOCAL_STORE(stl8, uint16_t, uint8_t, 1) LOCAL_STORE(stl16, uint16_t, uint16_t, 1) LOCAL_STORE(stl32, uint32_t, uint32_t, 1)
LOCAL_STORE(stl64, uint64_t, uint64_t, 1) LOCAL_STORE(stlv2_32, uint32_t, uint32_t, 2) LOCAL_STORE(stlv4_32, uint32_t, uint32_t, 4)
LOCAL_STORE(stlv2_64, uint64_t, uint64_t, 2)

iq_ptx_exec_fn *const HANDLERS[] = {
#define HOT(n) x_##n,
#define COLD(n) NULL,
#include "ptx/exec.def"
};

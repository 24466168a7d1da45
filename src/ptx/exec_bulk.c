/* Copies and reductions in bulk (cp.async.bulk): each lane's is done at once, sixteen bytes at a
 * time, and pending until it is waited for. */
#include <string.h>

#include "ptx/async.h"
#include "ptx/cluster.h"
#include "ptx/cold.h"
#include "ptx/copies.h"
#include "ptx/exec.h"
#include "ptx/exec_cold.h"
#include "ptx/isa.h"

enum { CHUNK = 16, ZEROS = 8 };

/* Sixteen bytes at [to] combined with those at [value], element by element. */
static void reduce(const struct iq_ptx_insn *i, uint8_t *to, const uint8_t *value)
{
    enum iq_ptx_type t = (enum iq_ptx_type)(i->mod >> 16);
    uint32_t size = iq_ptx_type_size(t);
    for (uint32_t at = 0; at < CHUNK; at += size) {
        uint64_t x = 0;
        memcpy(&x, value + at, size);
        iq_ptx_memory_combine(to + at, t, (i->mod >> 8 & 255) - 1, x, x);
    }
}

static bool copy(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane, uint64_t to,
                 uint64_t from, uint32_t bytes)
{
    bool reduces = i->mod >> 8 & 255;
    uint32_t writes = ACCESS_WRITE | (i->mod & BULK_TO_SHARED ? ACCESS_SHARED : 0) |
                      (reduces ? ACCESS_ATOMIC : 0);
    for (uint32_t at = 0; at < bytes; at += CHUNK) {
        static const uint8_t zeros[CHUNK];
        uint8_t value[CHUNK];
        const void *source = i->mod & BULK_ZERO
                                 ? zeros
                                 : iq_ptx_memory_at(w, i, from + at, CHUNK, lane,
                                                    i->mod & BULK_FROM_SHARED ? ACCESS_SHARED : 0);
        if (!source)
            return false;
        memcpy(value, source, CHUNK);
        void *target = iq_ptx_memory_at(w, i, to + at, CHUNK, lane, writes);
        if (!target)
            return false;
        if (reduces)
            reduce(i, target, value);
        else
            memcpy(target, value, CHUNK);
        if (!reduces && i->mod & BULK_COMPLETES)
            iq_ptx_async_begin(w, i, lane, ASYNC_TO_SHARED, target, CHUNK);
        if (!(i->mod & (BULK_COMPLETES | BULK_ONCE)))
            iq_ptx_async_begin(w, i, lane, ASYNC_FROM_SHARED, source, CHUNK);
    }
    return true;
}

/* To the same place in each block of the mask, signalled to the mbarrier there. */
static bool copy_to_many(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane, uint64_t to,
                         uint64_t from, uint32_t bytes, uint64_t barrier, uint32_t blocks)
{
    if (i->mod & BULK_ZERO) /* all that there are */
        blocks &= (1u << iq_ptx_cluster_size(w->block->launch)) - 1;
    for (; blocks; blocks &= blocks - 1) {
        uint32_t rank = (uint32_t)__builtin_ctz(blocks);
        if (!copy(w, i, lane, iq_ptx_cluster_address(w->block, to, rank), from, bytes) ||
            !iq_ptx_mbarrier_complete(w, i, lane, iq_ptx_cluster_address(w->block, barrier, rank),
                                      ACCESS_SHARED, bytes))
            return false;
    }
    return true;
}

/* st.bulk */
static const struct iq_ptx_insn *store_zeros(struct iq_warp *w, const struct iq_ptx_insn *i)
{
    const uint64_t *to = IQ_PTX_REG(const uint64_t, w, i->o[0]),
                   *bytes = IQ_PTX_REG(const uint64_t, w, i->o[2]);
    uint32_t flags = ACCESS_WRITE | (i->mod & BULK_TO_SHARED ? ACCESS_SHARED : 0);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        if (bytes[l] % ZEROS)
            return iq_ptx_fault_raise(w, i, l, IQ_PTX_FAULT_MISALIGNED,
                                      "st.bulk of %llu bytes: the size must be a multiple of 8",
                                      (unsigned long long)bytes[l]);
        for (uint64_t at = 0; at < bytes[l]; at += ZEROS) {
            void *target = iq_ptx_memory_at(w, i, to[l] + at, ZEROS, l, flags);
            if (!target)
                return NULL;
            memset(target, 0, ZEROS);
        }
    }
    return i + 1;
}

IQ_PTX_COLD(copy_bulk)
{
    if (i->mod & BULK_ZERO && !(i->mod & BULK_COMPLETES))
        return store_zeros(w, i);
    const uint64_t *to = IQ_PTX_REG(const uint64_t, w, i->o[0]),
                   *from = IQ_PTX_REG(const uint64_t, w, i->o[1]);
    const uint32_t *bytes = IQ_PTX_REG(const uint32_t, w, i->o[2]);
    const uint64_t *barrier = IQ_PTX_REG(const uint64_t, w, i->o[3]);
    const uint16_t *blocks = IQ_PTX_REG(const uint16_t, w, i->o[4]);
    for (uint32_t m = w->mask; m; m = i->mod & BULK_ONCE ? 0 : m & (m - 1)) {
        uint32_t l = iq_ptx_first_lane(m);
        if (bytes[l] % CHUNK)
            return iq_ptx_fault_raise(w, i, l, IQ_PTX_FAULT_MISALIGNED,
                                      "a bulk copy of %u bytes: the size must be a multiple of 16",
                                      bytes[l]);
        if (i->mod & BULK_TO_MANY) {
            if (!copy_to_many(w, i, l, to[l], from[l], bytes[l], barrier[l], blocks[l]))
                return NULL;
            continue;
        }
        if (!copy(w, i, l, to[l], from[l], bytes[l]))
            return NULL;
        if (i->mod & BULK_COMPLETES &&
            !iq_ptx_mbarrier_complete(w, i, l, barrier[l], ACCESS_SHARED, bytes[l]))
            return NULL;
    }
    return i + 1;
}

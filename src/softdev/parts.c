#include "softdev/parts.h"

struct iq_soft_parts *iq_parts_ref(struct iq_soft_parts *parts)
{
    if (parts)
        __atomic_fetch_add(&parts->uses, 1, __ATOMIC_RELAXED);
    return parts;
}

static void cut(struct iq_ptx_range *range, uint64_t begin, uint64_t end)
{
    range->begin = range->begin > begin ? range->begin : begin;
    range->end = range->end < end ? range->end : end;
}

bool iq_parts_clip(const struct iq_soft_parts *parts, uint64_t address, uint32_t size,
                   struct iq_ptx_range *range)
{
    uint32_t at = iq_soft_parts_above(parts, address);
    const struct iq_soft_part *part = at < parts->count ? &parts->parts[at] : NULL;
    if (part && part->begin <= address) {
        /* ranges know of writing only, and would be kept */
        if ((part->may & IQ_SOFT_MAY_ALL) != IQ_SOFT_MAY_ALL)
            return false;
        cut(range, part->begin, part->end);
    } else {
        cut(range, at ? parts->parts[at - 1].end : 0, part ? part->begin : UINT64_MAX);
    }
    return size <= range->end - address;
}

static uint32_t needs(const struct iq_ptx_access *access)
{
    return access->atomic  ? IQ_SOFT_MAY_ATOMIC
           : access->write ? IQ_SOFT_MAY_WRITE
                           : IQ_SOFT_MAY_READ;
}

/* Where everything may be done it was the argument's own part that was left (iq_parts_belongs). */
bool iq_parts_allow(const struct iq_soft_parts *parts, const struct iq_ptx_access *access)
{
    const struct iq_soft_part *part = iq_soft_parts_at(parts, access->address);
    bool all = part && (part->may & IQ_SOFT_MAY_ALL) == IQ_SOFT_MAY_ALL;
    return part && !all && part->may & needs(access) && access->size <= part->end - access->address;
}

int iq_parts_belongs(const struct iq_soft_parts *parts, uint64_t pointer,
                     const struct iq_ptx_range *range)
{
    const struct iq_soft_part *meant = iq_soft_parts_at(parts, pointer),
                              *there = iq_soft_parts_at(parts, range->begin);
    return !meant || meant == there || !(meant->may & IQ_SOFT_MAY_ALL) ||
                   meant->may & IQ_SOFT_PART_POOL
               ? 1
               : -1;
}

bool iq_parts_is_written(const struct iq_soft_parts *parts, uint64_t address, uint32_t size)
{
    for (uint32_t i = 0; parts && i < parts->written; i++) {
        const struct iq_soft_part *piece = &parts->parts[parts->count + i];
        if (address >= piece->begin && address + size <= piece->end)
            return true;
    }
    return false;
}

void iq_parts_explain(const struct iq_soft_parts *parts, struct iq_soft_fault *fault)
{
    const struct iq_soft_part *there = iq_soft_parts_at(parts, fault->address);
    const struct iq_soft_part *meant =
        fault->argument ? iq_soft_parts_at(parts, fault->argument_value) : NULL;
    if (!there && !meant)
        return;
    if (meant && !(meant->may & IQ_SOFT_MAY_ALL) && meant != there)
        meant = NULL;
    fault->part = there ? there->id : 0;
    fault->part_may = there ? (uint8_t)there->may : 0;
    fault->part_meant = meant ? meant->id : 0;
}

/* The memory that the pointers of a launch may be used for; see kernel_checks.h. */
#include "model/pools.h"
#include "model/range.h"
#include "wrap/kernel_checks.h"

/* Does another pointer of the launch point into [range]? */
static bool is_used(const uint64_t *values, uint32_t count, const struct iq_range *range)
{
    for (uint32_t i = 0; i < count; i++)
        if (values[i] - range->base < range->size)
            return true;
    return false;
}

/* Is [value] no address that the device could use, as far as the driver knows? */
static bool is_wild(uint64_t value)
{
    unsigned type;
    bool pageable;
    return iq_kernel_real.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, value) ==
               CUDA_ERROR_INVALID_VALUE &&
           iq_kernel_is_pageable(&pageable) && !pageable;
}

/* The memory that pointer [index] may be used for; of what is unknown all of it is.  Just after an
 * allocation it may be the end of a sequence there, whatever begins at that address; if what began
 * there is freed, another pointer has to be about the allocation. */
static void bounds_of_allocation(const uint64_t *values, uint32_t count, uint32_t index,
                                 uint64_t *base, uint64_t *size)
{
    uint64_t pointer = values[index];
    struct iq_range range, before;
    bool live = iq_range_find(pointer, &range),
         reserved = live && range.kind == IQ_KIND_VMM_RANGE, /* without memory */
        found = live && range.size && !reserved,
         ends = iq_range_find(pointer - 1, &before) && before.size &&
                before.base + before.size == pointer,
         freed = reserved || (!found && iq_range_find_freed(pointer, &range));
    *base = 0;
    *size = UINT64_MAX;
    if (pointer < IQ_KERNEL_NULL_PAGE || (freed && !(ends && is_used(values, count, &before)))) {
        *base = pointer;
        *size = 0;
    } else if (found || ends) {
        *base = ends ? before.base : range.base;
        *size = (found ? range.base + range.size : pointer) - *base;
    } else if (is_wild(pointer)) {
        *base = pointer;
        *size = 0;
    }
}

/* ... and where pools divide it: the block there, if it may be used in that way.  Of a part that
 * nobody has, nothing; just after a block it may be the end of a sequence there. */
static void narrow(const struct iq_soft_parts *parts, uint64_t pointer, uint32_t needs,
                   uint64_t *base, uint64_t *size)
{
    const struct iq_soft_part *part = iq_soft_parts_at(parts, pointer),
                              *before = iq_soft_parts_at(parts, pointer - 1);
    bool is_block = part && part->may & IQ_SOFT_MAY_ALL,
         permitted = is_block && (part->may & needs) == needs;
    if (!part)
        return;
    if (is_block && part->may & IQ_SOFT_PART_POOL) { /* others of the allocation may be meant */
        if (!permitted && part->end >= *base + *size)
            *size = *base < part->begin ? part->begin - *base : 0;
        return;
    }
    bool ends = before && before != part && before->may & IQ_SOFT_MAY_ALL;
    uint64_t end = permitted ? part->end : pointer;
    *base = ends ? before->begin : is_block ? part->begin : pointer;
    *size = ends || permitted ? end - *base : 0;
}

void iq_kernel_bounds(const struct iq_soft_parts *parts, const uint64_t *values, uint32_t count,
                      uint32_t index, uint32_t needs, uint64_t *base, uint64_t *size)
{
    bounds_of_allocation(values, count, index, base, size);
    if (parts && *size && *size != UINT64_MAX)
        narrow(parts, values[index], needs, base, size);
}

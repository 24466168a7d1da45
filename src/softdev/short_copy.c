#include "softdev/short_copy.h"

#include "softdev/copy.h"
#include "softdev/observer.h"
#include "softdev/shadow.h"

enum { PART = 4096 };

bool iq_short_copy_is_part(uint64_t size, uint64_t whole)
{
    uint64_t factor = size && whole % size == 0 ? whole / size : 0;
    return size > 1 && (factor == 2 || factor == 4 || factor == 8 || factor == 16);
}

static bool is_zero(const void *from, uint64_t size)
{
    uint64_t words[PART / sizeof(uint64_t)];
    for (uint64_t done = 0; done < size; done += PART) {
        uint64_t part = size - done < PART ? size - done : PART;
        words[(part - 1) / sizeof *words] = 0;
        if (iq_host_read(words, (const char *)from + done, part))
            return true; /* it is not the host's */
        for (uint64_t i = 0; i < (part + 7) / sizeof *words; i++)
            if (words[i])
                return false;
    }
    return true;
}

bool iq_short_copy_is_untouched(uint64_t address, uint64_t size)
{
    const void *host = iq_copy_host_address(address, size);
    return host && is_zero(host, size);
}

static bool is_host(const struct iq_side *side)
{
    const struct iq_alloc *alloc =
        side->kind == IQ_SIDE_MEMORY ? iq_alloc_find(side->address) : NULL;
    return side->kind == IQ_SIDE_PAGEABLE || (alloc && iq_alloc_is_host(alloc));
}

/* The variable of which [size] bytes at [to] are the front, and nobody asks yet who writes it. */
static bool is_front(const struct iq_alloc *alloc, uint64_t to, uint64_t size)
{
    return alloc->kind == IQ_ALLOC_GLOBAL && !alloc->has_shadow && alloc->base == to &&
           iq_short_copy_is_part(size, alloc->size);
}

bool iq_short_copy_is_due(const struct iq_copy_work *work)
{
    if (work->height != 1 || work->depth != 1 || work->dst.kind != IQ_SIDE_MEMORY ||
        !is_host(&work->src))
        return false;
    const struct iq_alloc *alloc = iq_alloc_find(work->dst.address);
    return alloc && is_front(alloc, work->dst.address, work->width) &&
           !is_zero((const char *)(uintptr_t)work->src.address + work->width,
                    alloc->size - work->width);
}

void iq_short_copy_begin(uint64_t to, uint64_t size)
{
    struct iq_alloc alloc;
    if (iq_alloc_find_shared(to, &alloc) && is_front(&alloc, to, size) &&
        iq_short_copy_is_untouched(to + size, alloc.size - size))
        iq_shadow_begin_late(&alloc);
}

/* Addresses of the recorded process in terms of the program that is written: variables that calls
 * have filled, copies of memory, host buffers. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/errors.h"
#include "reproduce/inner.h"
#include "trace/format.h"

/* HOST_MOST: bytes of one buffer; NEIGHBOURS: bytes between two that are one. */
enum { NEIGHBOURS = 256 };
static const uint64_t HOST_MOST = 1ull << 30;

static int by_address(const void *left, const void *right)
{
    const struct iq_host_region *a = left, *b = right;
    return a->address < b->address ? -1 : a->address > b->address;
}

static bool is_made(const struct iq_generator *generator, uint64_t address, uint32_t at)
{
    const struct iq_made *made = iq_slicer_find(&generator->slicer, address, at, false);
    return made && !(made->makes & IQ_MAKES_NAME);
}

static int add_regions(struct iq_generator *generator, uint32_t at)
{
    const struct iq_recorded_call *call = &generator->document->recorded.data[at];
    for (uint32_t i = 0; i < call->memory_count; i++) {
        const struct iq_recorded_memory *memory = &call->memory[i];
        uint64_t size = memory->size < HOST_MOST ? memory->size : HOST_MOST;
        if (memory->flags & IQ_PIECE_BARE && !is_made(generator, memory->address, at) &&
            iq_vec_push(&generator->host, (struct iq_host_region){ memory->address, size }))
            return IQ_ENOMEM;
    }
    return 0;
}

int iq_generator_find_host(struct iq_generator *generator)
{
    size_t kept = 0;
    for (size_t i = 0; i < generator->slice.count; i++)
        if (add_regions(generator, generator->slice.data[i]))
            return IQ_ENOMEM;
    if (!generator->host.count)
        return 0;
    qsort(generator->host.data, generator->host.count, sizeof *generator->host.data, by_address);
    for (size_t i = 1; i < generator->host.count; i++) {
        struct iq_host_region *last = &generator->host.data[kept], *next = &generator->host.data[i];
        if (next->address - last->address > last->size + NEIGHBOURS)
            generator->host.data[++kept] = *next;
        else if (next->address + next->size > last->address + last->size)
            last->size = next->address + next->size - last->address;
    }
    generator->host.count = kept + 1;
    return 0;
}

static void put_offset(struct iq_str *out, uint64_t offset)
{
    if (offset)
        iq_str_printf(out, " + %" PRIu64, offset);
}

static void put_made(struct iq_generator *generator, const struct iq_made *made, uint64_t value)
{
    uint64_t number = generator->document->recorded.data[made->call].number;
    if (made->memory == UINT16_MAX)
        iq_str_printf(generator->out, "r%" PRIu64, number);
    else
        iq_str_printf(generator->out, "m%" PRIu64 "_%u[%u]", number, made->memory, made->word);
    put_offset(generator->out, value - made->value);
}

static bool is_in_slice(const struct iq_generator *generator, uint32_t call)
{
    for (size_t i = 0; i < generator->slice.count; i++)
        if (generator->slice.data[i] == call)
            return true;
    return false;
}

static bool put_if_made(struct iq_generator *generator, uint32_t at, uint64_t value, bool slack)
{
    const struct iq_made *made = iq_slicer_find(&generator->slicer, value, at, slack);
    if (!made || made->makes & IQ_MAKES_NAME || !is_in_slice(generator, made->call))
        return false;
    put_made(generator, made, value);
    return true;
}

static bool put_if_own(struct iq_generator *generator, uint32_t at, uint64_t value)
{
    const struct iq_recorded_call *call = &generator->document->recorded.data[at];
    for (uint32_t i = 0; i < call->memory_count; i++) {
        const struct iq_recorded_memory *memory = &call->memory[i];
        if (!memory->bytes || value - memory->address >= memory->size)
            continue;
        iq_str_printf(generator->out, "A(m%" PRIu64 "_%u)", call->number, i);
        put_offset(generator->out, value - memory->address);
        return true;
    }
    return false;
}

static bool put_if_host(struct iq_generator *generator, uint64_t value)
{
    for (size_t i = 0; i < generator->host.count; i++) {
        const struct iq_host_region *region = &generator->host.data[i];
        if (value - region->address >= region->size)
            continue;
        iq_str_printf(generator->out, "A(host%zu)", i);
        put_offset(generator->out, (region->address & 4095) + value - region->address);
        return true;
    }
    return false;
}

/* Is it a function or variable of the program, by which a call has named something? */
static bool is_name(const struct iq_generator *generator, uint32_t at, uint64_t value)
{
    const struct iq_made *made = iq_slicer_find(&generator->slicer, value, at, false);
    return made && made->makes & IQ_MAKES_NAME;
}

void iq_generator_put_value(struct iq_generator *generator, uint32_t at, uint64_t value, bool own)
{
    if (value >= 0x10000 &&
        ((is_name(generator, at, value) && put_if_host(generator, value)) ||
         (own && put_if_own(generator, at, value)) || put_if_made(generator, at, value, false) ||
         put_if_own(generator, at, value) || put_if_host(generator, value) ||
         put_if_made(generator, at, value, true)))
        return;
    iq_str_printf(generator->out, value < 4096 ? "%" PRIu64 : "0x%" PRIx64, value);
}

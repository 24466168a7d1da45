/* What the arguments of a call lead to, by the table of structs: for --record. */
#include "call/payload.h"

#include <stdlib.h>
#include <string.h>

#include "api_vulkan/objects.h"
#include "process/peek.h"
#include "trace/format.h"

enum to { NEXT, STRUCTS, ELEMENTS, STRING, STRINGS, CODE, HANDLES, ASKS };
/* LIST: elements; DEPTH: of structs in structs; CHAIN: structs; HEAD: bytes of one that is not
 * known, its type and the next one */
enum { LIST = 256, DEPTH = 8, CHAIN = 64, HEAD = 16 };

struct layout {
    int32_t type;
    uint16_t bytes, first, count;
};
struct member {
    uint16_t offset, to;
    int32_t what, counter;
    uint8_t counter_bytes, unit;
};
struct argument {
    const char *command;
    uint8_t index, to;
    int32_t what;
    int16_t counter, counter_member;
};

static const struct layout layouts[] = {
#define VK_STRUCT(name, type, bytes, first, count) { type, bytes, first, count },
#include "vulkan/layout.def"
};
static const struct member members[] = {
#define VK_MEMBER(offset, to, what, counter, bytes, unit) \
    { offset, to, what, counter, bytes, unit },
#include "vulkan/layout.def"
};
static const struct argument arguments[] = {
#define VK_ARGUMENT(command, index, to, what, counter, member) \
    { #command, index, to, what, counter, member },
#include "vulkan/layout.def"
};

static void walk(struct iq_pieces *pieces, const struct layout *layout, uint64_t address,
                 uint64_t count, int depth);

static uint64_t read_number(uint64_t address, size_t bytes)
{
    uint64_t value = 0;
    return iq_peek(&value, (uintptr_t)address, bytes, false) ? value : 0;
}

static const struct layout *layout_of_type(uint32_t type)
{
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
        if (layouts[i].type == (int32_t)type)
            return &layouts[i];
    return NULL;
}

static void walk_chain(struct iq_pieces *pieces, uint64_t address, int depth)
{
    for (int i = 0; i < CHAIN && address; i++) {
        const struct layout *layout = layout_of_type((uint32_t)read_number(address, 4));
        if (layout) /* goes on along the chain */
            walk(pieces, layout, address, 1, depth);
        if (layout || !iq_payload_add(pieces, address, HEAD, 0))
            return;
        address = read_number(address + 8, 8);
    }
}

static void walk_strings(struct iq_pieces *pieces, uint64_t address, uint64_t count)
{
    if (iq_payload_add(pieces, address, 8 * count, 0))
        for (uint64_t i = 0; i < count; i++)
            iq_payload_add_string(pieces, read_number(address + 8 * i, 8));
}

static void walk_elements(struct iq_pieces *pieces, uint64_t address, uint64_t bytes,
                          uint64_t count)
{
    (void)iq_payload_add(pieces, address, bytes * count, bytes < 8 ? IQ_PIECE_PLAIN : 0);
}

static void walk_member(struct iq_pieces *pieces, const struct member *member, uint64_t object,
                        int depth)
{
    uint64_t address = read_number(object + member->offset, 8), count = 1;
    if (!address)
        return;
    if (member->counter >= 0)
        count =
            read_number(object + (uint64_t)member->counter, member->counter_bytes) / member->unit;
    switch (member->to) {
    case NEXT: walk_chain(pieces, address, depth); break;
    case STRUCTS:
        if (member->what >= 0)
            walk(pieces, &layouts[member->what], address, count, depth);
        break;
    case ELEMENTS: walk_elements(pieces, address, (uint64_t)member->what, count); break;
    case STRING: iq_payload_add_string(pieces, address); break;
    case STRINGS: walk_strings(pieces, address, count < LIST ? count : LIST); break;
    default: break;
    }
}

static void walk(struct iq_pieces *pieces, const struct layout *layout, uint64_t address,
                 uint64_t count, int depth)
{
    count = count < LIST ? count : LIST;
    if (!depth || !iq_payload_add(pieces, address, layout->bytes * count, 0))
        return;
    for (uint64_t i = 0; i < count; i++)
        for (uint16_t k = 0; k < layout->count; k++)
            walk_member(pieces, &members[layout->first + k], address + i * layout->bytes,
                        depth - 1);
}

static int by_command(const void *name, const void *argument)
{
    return strcmp(name, ((const struct argument *)argument)->command);
}

static const struct argument *argument_of(const char *command, int index)
{
    const struct argument *end = arguments + sizeof arguments / sizeof arguments[0];
    const struct argument *at =
        bsearch(command, arguments, (size_t)(end - arguments), sizeof *at, by_command);
    if (!at)
        return NULL;
    while (at > arguments && !strcmp(at[-1].command, command))
        at--;
    for (; at < end && !strcmp(at->command, command); at++)
        if (at->index == index)
            return at;
    return NULL;
}

static uint64_t count_of(const struct iq_call *call, const struct argument *argument)
{
    if (argument->counter < 0)
        return 1;
    uint64_t value = call->args[argument->counter];
    return argument->counter_member < 0
               ? value
               : read_number(value + (uint64_t)argument->counter_member, 4);
}

bool iq_vk_payload(const struct iq_call *call, int arg, bool failed, struct iq_pieces *pieces)
{
    const struct argument *argument = argument_of(call->entry->name, arg);
    uint64_t value = call->args[arg], count = argument ? count_of(call, argument) : 0;
    switch (argument ? argument->to : CODE) {
    case STRUCTS: walk(pieces, &layouts[argument->what], value, count, DEPTH); break;
    case ELEMENTS: walk_elements(pieces, value, (uint64_t)argument->what, count); break;
    case STRING: iq_payload_add_string(pieces, value); break;
    case ASKS: (void)iq_payload_add(pieces, value, 4, IQ_PIECE_PLAIN); break;
    case HANDLES:
        if (!failed)
            (void)iq_payload_add(pieces, value, 8 * (count < LIST ? count : LIST), IQ_PIECE_MADE);
        break;
    default: break;
    }
    return true;
}

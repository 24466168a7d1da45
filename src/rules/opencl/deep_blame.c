/* Which argument of the kernel is a message of Oclgrind's about?  It names addresses of its own and
 * the line of the statement. */
#include <string.h>

#include "api_opencl/launches.h"
#include "api_opencl/source.h"
#include "rules/opencl/deep.h"

enum { NULL_PAGE = 4096 };

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_mapped(const struct iq_memobj *memory)
{
    return memory->map_count || memory->unmapped.address;
}

/* Oclgrind numbers its buffers in the upper 16 bits of an address. */
static bool is_possible(const struct iq_memobj *memory, const struct iq_cl_deep_message *message)
{
    uint64_t offset = message->address & 0xffffffffffffu;
    switch (message->kind->about) {
    case IQ_CL_DEEP_BOUNDS_OF_BUFFER:
        return message->address >= NULL_PAGE &&
               (offset >= memory->size || message->bytes > memory->size - offset);
    case IQ_CL_DEEP_PART_OF_BUFFER: return offset < memory->size;
    case IQ_CL_DEEP_WRITE_ONLY_BUFFER: return memory->flags & CL_MEM_WRITE_ONLY;
    case IQ_CL_DEEP_READ_ONLY_BUFFER: return memory->flags & CL_MEM_READ_ONLY;
    case IQ_CL_DEEP_MAPPED_BUFFER: return is_mapped(memory);
    default: return false;
    }
}

static bool may_be(const struct iq_cl_launch *launch, uint32_t index,
                   const struct iq_cl_deep_message *message)
{
    const struct iq_cl_arg *arg = iq_cl_launch_arg(launch, index);
    const struct iq_memobj *memory = iq_memobj_of(iq_cl_launch_object(launch, index));
    if (!arg || arg->kind != IQ_CL_ARG_MEMORY)
        return false;
    if (!memory)
        return !launch->values[index] && message->kind->about == IQ_CL_DEEP_BOUNDS_OF_BUFFER &&
               message->address < NULL_PAGE;
    return is_possible(memory, message);
}

/* Spaces in front of the statement, as far as the program's source is known; -1: it is not. */
static int indentation(const struct iq_cl_launch *launch, const struct iq_cl_deep_message *message)
{
    const struct iq_cl_kernel *kernel =
        launch->handle->generation == launch->generation ? iq_cl_kernel_of(launch->handle) : NULL;
    const struct iq_cl_program *program =
        kernel && kernel->program ? iq_cl_program_of(kernel->program) : NULL;
    struct iq_cl_deep_text statement = message->statement;
    size_t length = 0;
    const char *line =
        program && program->source_bytes
            ? iq_cl_source_line(program->source, program->source_bytes, message->line, &length)
            : NULL;
    return line && length >= statement.size &&
                   !memcmp(line + length - statement.size, statement.at, statement.size)
               ? (int)(length - statement.size)
               : -1;
}

/* Where [name] stands in [line] as a word, the last time that begins before [limit]; -1:
 * nowhere. */
static int find_name(struct iq_cl_deep_text line, const char *name, size_t limit)
{
    size_t length = strlen(name);
    int found = -1;
    for (size_t at = 0; length && at + length <= line.size && at < limit; at++)
        if (!memcmp(line.at + at, name, length) && (!at || !is_word(line.at[at - 1])) &&
            (at + length == line.size || !is_word(line.at[at + length])))
            found = (int)at;
    return found;
}

/* Of those that may be and stand in the statement the only one, or the nearest before the
 * column. */
static int find_named(const struct iq_cl_launch *launch, const struct iq_cl_deep_message *message)
{
    int spaces = indentation(launch, message), only = -1, nearest = -1, nearest_at = -1;
    uint32_t count = 0;
    size_t limit =
        spaces >= 0 && message->column > (uint32_t)spaces ? message->column - (uint32_t)spaces : 0;
    for (uint32_t i = 0; i < launch->count; i++) {
        const struct iq_cl_arg *arg = iq_cl_launch_arg(launch, i);
        if (!may_be(launch, i, message) || !arg->name ||
            find_name(message->statement, arg->name, (size_t)-1) < 0)
            continue;
        int at = find_name(message->statement, arg->name, limit);
        only = (int)i;
        count++;
        if (at > nearest_at) {
            nearest = (int)i;
            nearest_at = at;
        }
    }
    return count == 1 ? only : nearest;
}

int iq_cl_deep_blame(const struct iq_cl_launch *launch, const struct iq_cl_deep_message *message)
{
    uint32_t possible = 0, memories = 0;
    int only = -1;
    if (message->kind->about == IQ_CL_DEEP_NO_ARGUMENT || message->local)
        return -1;
    for (uint32_t i = 0; i < launch->count; i++) {
        const struct iq_cl_arg *arg = iq_cl_launch_arg(launch, i);
        memories += arg && arg->kind == IQ_CL_ARG_MEMORY;
        if (may_be(launch, i, message)) {
            only = (int)i;
            possible++;
        }
    }
    /* that many buffers do not have */
    bool flags = message->kind->about >= IQ_CL_DEEP_WRITE_ONLY_BUFFER;
    return possible == 1 && (flags || memories == 1) ? only : find_named(launch, message);
}

#include "api_opencl/deep.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "call/core.h"
#include "base/memory.h"
#include "model/names.h"
#include "api_opencl/launches.h"
#include "call/report.h"
#include "process/stack.h"

enum { TEXT_BYTES = 500, CHUNK = 64 << 10 };

static char *text;                  /* of the log that is not understood yet */
static size_t used;
static int file = -1;
bool iq_cl_deep;

/* The youngest launch of that kernel: the log comes with the call that ran it. */
static const struct iq_cl_launch *find(struct iq_cl_deep_text name)
{
    const struct iq_cl_launch *launch;
    for (uint32_t i = 0; (launch = iq_cl_launch_get(i)); i++) {
        if (launch->name && strlen(launch->name) == name.size && !memcmp(launch->name, name.at, name.size))
            return launch;
    }
    return NULL;
}

static bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/* The argument that the statement uses with a subscript, nearest before the column; -1: none is seen. */
static int arg_of(const struct iq_cl_launch *launch, const struct iq_cl_deep_message *message)
{
    struct iq_cl_deep_text line = message->statement;
    int best = -1;
    size_t best_at = 0;
    for (uint32_t i = 0; i < launch->count; i++) {
        const struct iq_cl_arg *arg = iq_cl_launch_arg(launch, i);
        const char *name = arg ? arg->name : NULL;
        size_t length = name && iq_cl_launch_object(launch, i) ? strlen(name) : 0;
        for (size_t at = 0; length && at + length < line.size; at++) {
            bool own = !memcmp(line.at + at, name, length) && line.at[at + length] == '[' && (!at || !is_word(line.at[at - 1]));
            if (own && (best < 0 || (at <= message->column && at > best_at))) {
                best = (int)i;
                best_at = at;
            }
        }
    }
    return best;
}

static bool is_warning(const char *rule) { return strstr(rule, "race") || strstr(rule, "uninitialized"); }

static const char *fix_of(const char *rule)
{
    if (strstr(rule, "out-of-bounds"))
        return "compare the number of work-items with the number of elements, and let work-items behind the end return";
    if (strstr(rule, "race"))
        return "use an atomic function, give each work-item an element of its own, or put a barrier between the two accesses";
    if (strstr(rule, "uninitialized"))
        return "fill the buffer before the launch (clEnqueueFillBuffer, clEnqueueWriteBuffer), and look for work-items that write nothing";
    return "make every work-item of a group reach the same barriers";
}

/* What clEnqueueFillBuffer filled and what lies under CL_MEM_USE_HOST_PTR counts as never written there; so does some of what is read from images. */
static bool is_misjudged(const struct iq_handle *object)
{
    const struct iq_memobj *memory = iq_memobj_of(object);
    return memory && (memory->filled || memory->host_ptr || (memory->is_part && is_misjudged(object->owner)));
}

/* Nothing is said about such launches. */
static bool any_misjudged(const struct iq_cl_launch *launch)
{
    for (uint32_t i = 0; i < launch->count; i++) {
        const struct iq_cl_arg *arg = iq_cl_launch_arg(launch, i);
        if ((arg && arg->kind == IQ_CL_ARG_IMAGE) || is_misjudged(iq_cl_launch_object(launch, i)))
            return true;
    }
    return false;
}

/* The numbers behind [word], "1024,0,0". */
static void put_triple(struct iq_str *out, struct iq_cl_deep_text item, const char *word)
{
    size_t length = strlen(word), at = 0, end;
    while (at + length <= item.size && memcmp(item.at + at, word, length))
        at++;
    at = at + length <= item.size ? at + length : item.size;
    for (end = at; end < item.size && end - at < 40 && strchr("0123456789,", item.at[end]);)
        end++;
    if (end > at)
        iq_str_put(out, item.at + at, end - at);
    else
        iq_str_puts(out, "0,0,0");
}

static void report(const struct iq_cl_deep_message *message)
{
    char sentence[TEXT_BYTES], cause[TEXT_BYTES], number[16], site[200];
    struct iq_str out;
    const struct iq_cl_launch *launch = find(message->kernel);
    if (!launch || !iq_rule_is_enabled(message->rule))
        return;
    if (strstr(message->rule, "uninitialized") && any_misjudged(launch))
        return;
    int arg = arg_of(launch, message);
    struct iq_finding finding = { .rule = message->rule, .severity = is_warning(message->rule) ? IQ_WARNING : IQ_ERROR, .arg_index = arg,
        .api = launch->mark.entry->name, .entry = launch->mark.entry->symbol, .message = sentence, .cause = cause, .fix = fix_of(message->rule),
        .stack_call = launch->mark.stack, .object_device = -1, .count = 1 };
    if (arg >= 0) {
        snprintf(number, sizeof number, "%d", arg);
        finding.arg_of_kernel = true;
        const struct iq_cl_arg *from = iq_cl_launch_arg(launch, (uint32_t)arg);
        finding.arg_name = from->name ? from->name : number;
        const struct iq_handle *object = iq_cl_launch_object(launch, (uint32_t)arg);
        const struct iq_memobj *memory = iq_memobj_of(object);
        iq_report_set_handle(&finding, object, memory ? memory->size : 0);
    }
    iq_str_init_buffer(&out, sentence, sizeof sentence);
    iq_str_printf(&out, "kernel %s: %.*s", launch->name, (int)(message->title.size < 120 ? message->title.size : 120), message->title.at);
    iq_str_init_buffer(&out, cause, sizeof cause);
    iq_str_printf(&out, "work-item %.*s, line %u of the program: %.*s", (int)(message->item.size < 80 ? message->item.size : 80), message->item.at,
                  message->line, (int)(message->statement.size < 160 ? message->statement.size : 160), message->statement.at);
    if (arg >= 0 && strstr(message->rule, "out-of-bounds"))
        iq_str_printf(&out, "; '%s' has %llu bytes, and the access is at byte %llu", finding.arg_name, (unsigned long long)finding.object_size,
                      (unsigned long long)(message->address & 0xffffffffffffu));
    iq_str_init_buffer(&out, site, sizeof site);
    iq_str_printf(&out, "program.cl:%u|%s|", message->line, launch->name);
    put_triple(&out, message->item, "Group(");
    iq_str_puts(&out, "|");
    put_triple(&out, message->item, "Local(");
    finding.kernel_site = message->line ? site : NULL;
    uint64_t key = iq_hash_bytes(message->rule, strlen(message->rule)) ^ (uint64_t)message->line << 32 ^ (uint64_t)(uintptr_t)launch->name;
    iq_report(&finding, key, 0, true);
}

static void understand(bool last)
{
    struct iq_cl_deep_message message;
    size_t at = 0, got;
    while ((got = iq_cl_deep_read(text + at, used - at, last, &message))) {
        if (message.rule && message.kernel.size)
            report(&message);
        at += got;
    }
    memmove(text, text + at, used - at);
    used -= at;
}

void iq_cl_deep_look(void)
{
    if (!iq_cl_deep)
        return;
    iq_lock(IQ_LOCK_ORDER);
    const char *path = iq_core.config.deep_log;
    if (file < 0)
        file = open(path, O_RDONLY | O_CLOEXEC);
    if (!text)
        text = iq_core_alloc(CHUNK);
    ssize_t got = 1;
    while (file >= 0 && text && got > 0) {
        if (used == CHUNK)
            used = 0;                   /* a message without an end is no message */
        got = read(file, text + used, CHUNK - used);
        used += got > 0 ? (size_t)got : 0;
        understand(got == 0);
    }
    iq_unlock(IQ_LOCK_ORDER);
}

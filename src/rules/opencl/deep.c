#include "rules/opencl/deep.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api_opencl/kernels.h"
#include "api_opencl/launches.h"
#include "api_opencl/port.h"
#include "base/hash.h"
#include "base/locks.h"
#include "base/memory.h"
#include "call/core.h"
#include "call/findings.h"
#include "model/names.h"
#include "process/stack.h"

enum { TEXT_BYTES = 700, CHUNK = 64 << 10, NULL_PAGE = 4096 };

static char *text; /* of the log that is not understood yet */
static size_t used;
static int file = -1;

/* The youngest launch of that kernel: the log comes with the call that ran it. */
static const struct iq_cl_launch *find_launch(struct iq_cl_deep_text name)
{
    const struct iq_cl_launch *launch;
    for (uint32_t i = 0; (launch = iq_cl_launch_get(i)); i++) {
        if (launch->name && strlen(launch->name) == name.size &&
            !memcmp(launch->name, name.at, name.size))
            return launch;
    }
    return NULL;
}

/* --- what Oclgrind misjudges
 * ------------------------------------------------------------------------------------------ */

/* What clEnqueueFillBuffer filled and what lies under CL_MEM_USE_HOST_PTR counts as never written
 * there; so does some of what is read from images. */
static bool is_misjudged(const struct iq_handle *object)
{
    const struct iq_memobj *memory = iq_memobj_of(object);
    return memory &&
           (memory->filled || memory->host_ptr || (memory->is_part && is_misjudged(object->owner)));
}

/* Nothing is said about values of such launches that nobody wrote. */
static bool any_misjudged(const struct iq_cl_launch *launch)
{
    for (uint32_t i = 0; i < launch->count; i++) {
        const struct iq_cl_arg *arg = iq_cl_launch_arg(launch, i);
        if ((arg && arg->kind == IQ_CL_ARG_IMAGE) || is_misjudged(iq_cl_launch_object(launch, i)))
            return true;
    }
    return false;
}

static bool is_whole(const struct iq_memobj *memory, const struct iq_memobj_map *map)
{
    return map->address && !map->offset && map->bytes == memory->size;
}

/* Of a part that is mapped Oclgrind takes the bytes next to it for mapped, too. */
static bool is_mapped_whole(const struct iq_handle *object)
{
    const struct iq_memobj *memory = iq_memobj_of(object);
    bool whole = memory && is_whole(memory, &memory->unmapped);
    for (int i = 0; memory && i < IQ_MEMOBJ_MAPS && !whole; i++)
        whole = is_whole(memory, &memory->maps[i]);
    return whole;
}

static enum iq_severity severity_of(const struct iq_cl_deep_message *message,
                                    const struct iq_handle *object)
{
    /* an array that structs end with stands for a longer one */
    static const char flexible[] = "static array size (1)";
    struct iq_cl_deep_text title = message->title;
    if (message->kind->about == IQ_CL_DEEP_MAPPED_BUFFER && !is_mapped_whole(object))
        return IQ_NOTE;
    if (title.size > sizeof flexible &&
        !memcmp(title.at + title.size - sizeof flexible + 1, flexible, sizeof flexible - 1))
        return IQ_WARNING;
    return message->kind->severity;
}

/* --- the finding
 * ------------------------------------------------------------------------------------------
 */

/* [from], at most [most] bytes of it, without what a terminal would take for orders. */
static void put(struct iq_str *out, struct iq_cl_deep_text from, size_t most)
{
    for (size_t i = 0; i < from.size && i < most; i++) {
        unsigned char c = (unsigned char)from.at[i];
        char shown = c < ' ' || c == 0x7f ? ' ' : (char)c;
        iq_str_put(out, &shown, 1);
    }
}

/* The numbers after [word], "1024,0,0". */
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

static void put_message(struct iq_str *out, const struct iq_cl_deep_message *message)
{
    if (message->kernel.size) {
        iq_str_puts(out, "kernel ");
        put(out, message->kernel, 120);
    } else
        iq_str_puts(out, "Oclgrind");
    if (message->kind->words) {
        iq_str_printf(out, " %s", message->kind->words);
        return;
    }
    iq_str_puts(out, ": ");
    put(out, message->title, 240);
}

static void put_cause(struct iq_str *out, const struct iq_cl_deep_message *message,
                      const struct iq_finding *finding)
{
    bool group = message->item.size && *message->item.at == '(';
    if (message->item.size) {
        iq_str_puts(out, group ? "work-group " : "work-item ");
        put(out, message->item, 80);
    }
    if (message->line)
        iq_str_printf(out, "%sline %u of the program: ", out->length ? ", " : "", message->line);
    else if (message->instruction.size)
        iq_str_puts(out, out->length ? ", at " : "at ");
    put(out, message->line ? message->statement : message->instruction, 160);
    if (message->detail.size) {
        iq_str_puts(out, out->length ? "; " : "");
        put(out, message->detail, 160);
    }
    if (message->kind->about == IQ_CL_DEEP_BOUNDS_OF_BUFFER && finding->arg_name &&
        message->address >= NULL_PAGE)
        iq_str_printf(out, "; '%s' has %llu bytes, but the access is at byte %llu",
                      finding->arg_name, (unsigned long long)finding->object_size,
                      (unsigned long long)(message->address & 0xffffffffffffu));
    if (message->kind->about == IQ_CL_DEEP_MAPPED_BUFFER && finding->severity == IQ_NOTE)
        iq_str_puts(
            out,
            "; only a part of it is mapped, but Oclgrind treats the bytes next to that part as mapped, too");
}

static void put_site(struct iq_str *out, const struct iq_cl_deep_message *message)
{
    iq_str_printf(out, "program.cl:%u|", message->line);
    put(out, message->kernel, 60);
    iq_str_puts(out, "|");
    put_triple(out, message->item, *message->item.at == '(' ? "(" : "Group(");
    iq_str_puts(out, "|");
    put_triple(out, message->item, "Local(");
}

/* Blames argument [arg] of [launch]. */
static void set_argument(struct iq_finding *finding, const struct iq_cl_launch *launch, int arg,
                         char number[16])
{
    const struct iq_cl_arg *from = iq_cl_launch_arg(launch, (uint32_t)arg);
    const struct iq_handle *object = iq_cl_launch_object(launch, (uint32_t)arg);
    const struct iq_memobj *memory = iq_memobj_of(object);
    snprintf(number, 16, "%d", arg);
    finding->arg_index = arg;
    finding->arg_of_kernel = true;
    finding->arg_name = from->name ? from->name : number;
    if (object)
        iq_finding_set_handle(finding, object, memory ? memory->size : 0);
    else {
        finding->arg_value = "NULL";
        finding->fix = "give the argument a buffer, or let the kernel test the pointer";
    }
}

/* Messages of one cause: of one rule at one line; about flags what the rule for the source says of
 * the argument, too. */
static uint64_t cause_of(const struct iq_cl_deep_message *message,
                         const struct iq_cl_launch *launch, int arg)
{
    enum iq_rule_id rule = message->kind->rules[message->local];
    bool flags = message->kind->about == IQ_CL_DEEP_WRITE_ONLY_BUFFER ||
                 message->kind->about == IQ_CL_DEEP_READ_ONLY_BUFFER;
    if (flags && arg >= 0)
        return iq_cl_argument_cause(launch->handle, (uint32_t)arg);
    uint64_t key = iq_hash_u64(rule) ^ (uint64_t)message->line << 32 ^
                   iq_hash_bytes(message->kernel.at, message->kernel.size);
    if (!message->kind->beginning)
        key ^= iq_hash_bytes(message->title.at, message->title.size);
    return iq_cause(IQ_CAUSE_OCLGRIND, key);
}

/* What the rules say of such launches themselves. */
static bool is_said(const struct iq_cl_deep_message *message, const struct iq_cl_launch *launch,
                    int arg)
{
    if (message->kind->rules[0] == IQ_RULE_KERNEL_UNINITIALIZED)
        return any_misjudged(launch);
    const struct iq_memobj *memory =
        arg >= 0 ? iq_memobj_of(iq_cl_launch_object(launch, (uint32_t)arg)) : NULL;
    bool writes = arg >= 0 && iq_cl_launch_arg(launch, (uint32_t)arg)->access == IQ_CL_ACCESS_WRITE,
         said = false;
    for (int i = 0;
         memory && message->kind->about == IQ_CL_DEEP_MAPPED_BUFFER && i < IQ_MEMOBJ_MAPS; i++)
        said |= is_whole(memory, &memory->maps[i]) &&
                (writes || memory->maps[i].flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION));
    return said;
}

static void report_message(const struct iq_cl_deep_message *message)
{
    char sentence[TEXT_BYTES], cause[TEXT_BYTES], number[16], site[200];
    struct iq_str out;
    enum iq_rule_id rule = message->kind->rules[message->local];
    const struct iq_cl_launch *launch = find_launch(message->kernel);
    int arg = launch ? iq_cl_deep_blame(launch, message) : -1;
    if (!iq_rule_is_enabled(rule) || (launch && is_said(message, launch, arg)))
        return;
    struct iq_call_ref ref = launch             ? launch->ref
                             : iq_call_here.top ? iq_call_ref_of(iq_call_here.top)
                                                : (struct iq_call_ref){ 0 };
    struct iq_finding finding = { .rule = rule,
                                  .arg_index = -1,
                                  .api = ref.entry ? ref.entry->name : NULL,
                                  .entry = ref.entry ? ref.entry->symbol : NULL,
                                  .message = sentence,
                                  .cause = cause,
                                  .fix = message->kind->fix,
                                  .stack_call = ref.stack,
                                  .object_device = -1,
                                  .count = 1 };
    finding.severity =
        severity_of(message, arg >= 0 ? iq_cl_launch_object(launch, (uint32_t)arg) : NULL);
    if (arg >= 0)
        set_argument(&finding, launch, arg, number);
    iq_str_init_buffer(&out, sentence, sizeof sentence);
    put_message(&out, message);
    iq_str_init_buffer(&out, cause, sizeof cause);
    put_cause(&out, message, &finding);
    iq_str_init_buffer(&out, site, sizeof site);
    if (message->line && message->item.size) {
        put_site(&out, message);
        finding.kernel_site = site;
    }
    iq_findings_add(&finding, cause_of(message, launch, arg), 0, true);
}

/* --- the log
 * ------------------------------------------------------------------------------------------
 */

static void understand(bool last)
{
    struct iq_cl_deep_message message;
    size_t at = 0, got;
    while ((got = iq_cl_deep_read(text + at, used - at, last, &message))) {
        if (message.kind)
            report_message(&message);
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
            used = 0; /* a message without an end is no message */
        got = read(file, text + used, CHUNK - used);
        used += got > 0 ? (size_t)got : 0;
        understand(got == 0);
    }
    iq_unlock(IQ_LOCK_ORDER);
}

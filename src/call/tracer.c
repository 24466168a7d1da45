#include "call/tracer.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/errors.h"
#include "base/fd.h"
#include "base/memory.h"
#include "base/now.h"
#include "base/plain_name.h"
#include "call/api.h"
#include "call/core.h"
#include "call/print.h"
#include "call/status.h"
#include "model/handle.h"
#include "model/names.h"
#include "process/stack.h"

enum { LINE_BYTES = 2048, LAUNCH_BYTES = 512, STACK_BYTES = 4096 };

/* The option's words: names or globs, a leading ! excludes; without any including word everything
 * is included. */
static bool is_wanted(const char *name)
{
    char word[128];
    bool including = false, wanted = false;
    for (const char *at = iq_core.config.trace_filter; at && *at;) {
        size_t length = strcspn(at, ",");
        bool exclude = *at == '!';
        size_t used = length - exclude < sizeof word - 1 ? length - exclude : sizeof word - 1;
        memcpy(word, at + exclude, used);
        word[used] = 0;
        bool match = !fnmatch(word, name, 0);
        if (exclude && match)
            return false;
        including |= !exclude;
        wanted |= !exclude && match;
        at += length + (at[length] == ',');
    }
    return wanted || !including;
}

static bool name_handle(void *context, enum iq_kind kind, uint64_t value, char *out, size_t size)
{
    (void)context;
    const struct iq_handle *handle = iq_handle_find(kind, value);
    if (!value || !handle || !iq_kind_fits(kind, (enum iq_kind)handle->kind))
        return false;
    if (handle->name) {
        struct iq_str text;
        iq_str_init_buffer(&text, out, size);
        iq_str_printf(&text, "%s \"", iq_kind_name((enum iq_kind)handle->kind));
        iq_plain_name_put(&text, handle->name);
        iq_str_puts(&text, "\"");
    } else if (handle->serial)
        snprintf(out, size, "%s %u", iq_kind_name((enum iq_kind)handle->kind), handle->serial);
    else
        return false;
    return true;
}

/* what trace_fd was at the start; lost: said already */
static struct {
    dev_t device;
    ino_t file;
    bool is_pipe;
    int lost;
} lines;

void iq_tracer_start(void)
{
    struct stat now;
    if (iq_core.config.trace_fd < 0)
        return;
    if (fstat(iq_core.config.trace_fd, &now)) {
        iq_core.config.trace_fd = -1;
        return;
    }
    lines.device = now.st_dev;
    lines.file = now.st_ino;
    lines.is_pipe = S_ISFIFO(now.st_mode) || S_ISSOCK(now.st_mode);
}

/* The program may have closed our descriptor and opened a file of its own, which has its number
 * now. */
static bool is_still_ours(void)
{
    struct stat now;
    return !fstat(iq_core.config.trace_fd, &now) && now.st_dev == lines.device &&
           now.st_ino == lines.file;
}

/* Nobody may read the lines any more: that must not end the program, which did not write them. */
static int write_to_pipe(const char *line, size_t length)
{
    int result = iq_fd_write_without_signal(iq_core.config.trace_fd, line, length);
    if (!result || errno != EPIPE)
        return result;
    iq_core.config.trace_fd = -1;
    return 0;
}

static void write_line(const char *line, size_t length)
{
    int before = errno;
    int result = lines.is_pipe ? write_to_pipe(line, length)
                               : iq_fd_write_all(iq_core.config.trace_fd, line, length);
    if (result && !__atomic_exchange_n(&lines.lost, 1, __ATOMIC_RELAXED))
        iq_core_trace_is_short(iq_strerror(result));
    errno = before;
}

/* "12:30:01.123456 [4711 4712] ", as far as wanted. */
static size_t put_prefix(char *out, size_t size)
{
    struct timespec now;
    struct tm parts;
    size_t length = 0;
    if (iq_core.config.trace_times && !clock_gettime(CLOCK_REALTIME, &now) &&
        localtime_r(&now.tv_sec, &parts))
        length += (size_t)snprintf(out, size, "%02d:%02d:%02d.%06ld ", parts.tm_hour, parts.tm_min,
                                   parts.tm_sec, now.tv_nsec / 1000);
    if (iq_core.config.trace_threads)
        length += (size_t)snprintf(out + length, size - length, "[%ld %ld] ", (long)getpid(),
                                   (long)syscall(SYS_gettid));
    out[length] = 0;
    return length;
}

static iq_tracer_place *find_place;

void iq_tracer_use(iq_tracer_place *place) { find_place = place; }

/* " > copy(main+0x31) [0x5581..]", as strace -k. */
static size_t put_stack(char *out, size_t size, uint32_t id)
{
    struct iq_stack stack;
    bool known = iq_stack_get(id, &stack);
    enum { FRAME_BYTES = 300, MOST = 24 };
    size_t length = 0;
    for (uint32_t i = 0; known && i < stack.count && i < MOST && length + FRAME_BYTES < size; i++) {
        struct iq_tracer_frame frame = { .object = "?" };
        uintptr_t pc = stack.pc[i];
        char name[FRAME_BYTES / 2];
        struct iq_str plain;
        if (find_place)
            find_place(pc - 1, &frame);
        iq_str_init_buffer(&plain, name, sizeof name);
        iq_plain_name_put(&plain, frame.function);
        length +=
            (size_t)snprintf(out + length, FRAME_BYTES, " > %s(%s+0x%lx) [0x%lx]\n", frame.object,
                             name, (unsigned long)(pc - frame.base), (unsigned long)pc);
    }
    return length;
}

/* " kernel scale(p=0x7f.., n=40)" of a launch. */
static size_t put_launch(const struct iq_call *call, char *out)
{
    char text[LAUNCH_BYTES - 16];
    const struct iq_api *api = iq_api_of(call->entry);
    if (!(call->entry->flags & IQ_ENTRY_LAUNCH) || !api->print_launch ||
        !api->print_launch(call, text, sizeof text))
        return 0;
    return (size_t)snprintf(out, LAUNCH_BYTES, " kernel %s", text);
}

/* Of each entry point, for the table. */
struct call_tally {
    uint64_t calls, failed, ns;
};
static struct call_tally *tallies; /* as many as there are entries; atomic */

static void count_call(const struct iq_call *call, uint64_t spent)
{
    struct call_tally *all = __atomic_load_n(&tallies, __ATOMIC_ACQUIRE);
    if (!all) {
        struct call_tally *own = iq_core_alloc(iq_entry_count * sizeof *own);
        if (!own)
            return;
        memset(own, 0, iq_entry_count * sizeof *own);
        if (__atomic_compare_exchange_n(&tallies, &all, own, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            all = own;
    }
    struct call_tally *tally = &all[call->entry->id];
    __atomic_fetch_add(&tally->calls, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&tally->failed, call->result && !(call->entry->flags & IQ_ENTRY_NO_STATUS),
                       __ATOMIC_RELAXED);
    __atomic_fetch_add(&tally->ns, spent, __ATOMIC_RELAXED);
}

void iq_tracer_finish(void)
{
    char line[LINE_BYTES];
    uint64_t total = 0;
    if (!tallies || iq_core.config.trace_fd < 0 || !is_still_ours())
        return;
    for (uint32_t i = 0; i < iq_entry_count; i++)
        total += tallies[i].ns;
    int length = snprintf(line, sizeof line, "%6s %12s %10s %9s %8s  %s (process %ld)\n", "% time",
                          "us", "us/call", "calls", "failed", "call", (long)getpid());
    write_line(line, (size_t)length);
    for (;;) {
        uint32_t most = 0;
        for (uint32_t i = 1; i < iq_entry_count; i++)
            if (tallies[i].calls && (!tallies[most].calls || tallies[i].ns > tallies[most].ns))
                most = i;
        struct call_tally *tally = &tallies[most];
        if (!tally->calls)
            break;
        length = snprintf(line, sizeof line, "%6.2f %12.1f %10.1f %9llu %8llu  %s\n",
                          total ? 100.0 * (double)tally->ns / (double)total : 0.0,
                          (double)tally->ns / 1e3, (double)tally->ns / 1e3 / (double)tally->calls,
                          (unsigned long long)tally->calls, (unsigned long long)tally->failed,
                          iq_entries[most].name);
        write_line(line, (size_t)length);
        *tally = (struct call_tally){ 0 };
    }
}

void iq_tracer_after_fork(void)
{
    if (tallies)
        memset(tallies, 0, iq_entry_count * sizeof *tallies);
}

void iq_tracer_leave(struct iq_call *call)
{
    char line[LINE_BYTES + LAUNCH_BYTES + STACK_BYTES + 160];
    struct iq_printer printer = { name_handle, NULL };
    const struct iq_entry *entry = call->entry;
    if (entry->flags & IQ_ENTRY_HIDDEN || !is_wanted(entry->name))
        return;
    /* a runtime cleaning up at exit, not the program */
    if (entry->api <= IQ_API_CUDART && iq_stack_is_hidden(call->site.pc))
        return;
    uint64_t spent = iq_now_ns() - call->start_ns;
    if (iq_core.config.trace_summary) {
        count_call(call, spent);
        return;
    }
    size_t length = put_prefix(line, sizeof line);
    length += iq_print_call(line + length, LINE_BYTES - length, entry, call->args, !call->result,
                            &printer);
    length += put_launch(call, line + length);
    if (entry->flags & IQ_ENTRY_NO_STATUS)
        length +=
            (size_t)snprintf(line + length, 160, " <%llu.%03llu us>\n",
                             (unsigned long long)spent / 1000, (unsigned long long)spent % 1000);
    else
        length += (size_t)snprintf(
            line + length, 160, " = %lld %s%s <%llu.%03llu us>\n", (long long)call->result,
            iq_status_name(entry->api, call->result), call->answered ? " (not forwarded)" : "",
            (unsigned long long)spent / 1000, (unsigned long long)spent % 1000);
    if (iq_core.config.trace_stacks)
        length += put_stack(line + length, sizeof line - length, iq_stack_at(call->site));
    if (is_still_ours())
        write_line(line, length);
}

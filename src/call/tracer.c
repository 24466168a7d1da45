#include "call/tracer.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/errors.h"
#include "base/fd.h"
#include "base/now.h"
#include "call/core.h"
#include "model/handle.h"
#include "model/names.h"
#include "call/print.h"
#include "process/stack.h"
#include "call/status.h"

enum { LINE_BYTES = 2048 };

/* The option's words: names or globs, a leading ! excludes; without any including word everything is included. */
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

void iq_tracer_enter(struct iq_call *call) { call->start_ns = iq_now_ns(); }

static bool name_handle(void *context, enum iq_kind kind, uint64_t value, char *out, size_t size)
{
    (void)context;
    const struct iq_handle *handle = iq_handle_find(kind, value);
    if (!value || !handle || !iq_kind_fits(kind, (enum iq_kind)handle->kind))
        return false;
    if (handle->name)
        snprintf(out, size, "%s \"%s\"", iq_kind_name((enum iq_kind)handle->kind), handle->name);
    else if (handle->serial)
        snprintf(out, size, "%s %u", iq_kind_name((enum iq_kind)handle->kind), handle->serial);
    else
        return false;
    return true;
}

static struct { dev_t device; ino_t file; bool is_pipe; int lost; } lines;      /* what trace_fd was at the start; lost: said already */

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

/* The program may have closed our descriptor and opened a file of its own, which has its number now. */
static bool is_still_ours(void)
{
    struct stat now;
    return !fstat(iq_core.config.trace_fd, &now) && now.st_dev == lines.device && now.st_ino == lines.file;
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
    int result = lines.is_pipe ? write_to_pipe(line, length) : iq_fd_write_all(iq_core.config.trace_fd, line, length);
    if (result && !__atomic_exchange_n(&lines.lost, 1, __ATOMIC_RELAXED))
        iq_core_trace_is_short(iq_strerror(result));
    errno = before;
}

void iq_tracer_leave(struct iq_call *call)
{
    char line[LINE_BYTES + 160];
    struct iq_printer printer = { name_handle, NULL };
    const struct iq_entry *entry = call->entry;
    if ((entry->symbol[0] == '_' && !(entry->flags & IQ_ENTRY_LAUNCH)) || !is_wanted(entry->name))
        return;
    if (entry->api <= IQ_API_CUDART && iq_stack_is_hidden(call->site.pc))      /* a runtime cleaning up at exit, not the program */
        return;
    uint64_t spent = iq_now_ns() - call->start_ns;
    size_t length = iq_print_call(line, LINE_BYTES, entry, call->args, !call->result, &printer);
    if (entry->flags & IQ_ENTRY_NO_STATUS)
        length += (size_t)snprintf(line + length, 160, " <%llu.%03llu us>\n", (unsigned long long)spent / 1000,
                                   (unsigned long long)spent % 1000);
    else
        length += (size_t)snprintf(line + length, 160, " = %lld %s%s <%llu.%03llu us>\n", (long long)call->result,
                                   iq_status_name(entry->api, call->result), call->answered ? " (not forwarded)" : "",
                                   (unsigned long long)spent / 1000, (unsigned long long)spent % 1000);
    if (is_still_ours())
        write_line(line, length);
}

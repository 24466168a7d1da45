#include "cli/death.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#include "base/running.h"
#include "base/str.h"
#include "cli/kernel_line.h"
#include "cli/survivors.h"
#include "report/demangle.h"
#include "report/shown.h"
#include "report/view.h"

enum { SHOWN = 3 };

/* The crash has a finding of its own, with the call. */
static bool is_explained(const struct iq_document *document)
{
    for (size_t i = 0; i < document->findings.count; i++)
        if (!strcmp(document->findings.data[i].rule_text, "driver-crash"))
            return true;
    return false;
}

static void put_place(struct iq_str *out, const struct iq_document *document, uint32_t id)
{
    const struct iq_trace_stack *stack = iq_document_stack(document, id);
    const struct iq_frame *frame = stack && stack->frames.count ? &stack->frames.data[0] : NULL;
    if (frame && frame->file) {
        iq_str_printf(out, " (%s, ", frame->function ? frame->function : "??");
        iq_shown_path(out, frame);
        iq_str_printf(out, ":%u)", frame->line);
    } else if (frame && frame->function)
        iq_str_printf(out, " (%s)", frame->function);
}

/* "clFinish (main, a.c:3) and clWaitForEvents", calls that are, or are not, over; returns their
 * number. */
static size_t put_calls(struct iq_str *out, const struct iq_document *document, bool inside)
{
    size_t count = 0;
    for (size_t i = 0; i < document->last_calls.count; i++) {
        const struct iq_last_call *call = &document->last_calls.data[i];
        if (call->inside != inside || !call->api || count++ >= SHOWN)
            continue;
        iq_str_printf(out, "%s%s", count > 1 ? ", " : "", call->api);
        put_place(out, document, call->stack);
    }
    if (count > SHOWN)
        iq_str_printf(out, " and %zu more", count - SHOWN);
    return count;
}

/* Written once a second: a kernel that hangs is there still. */
static void put_kernel(struct iq_str *out, const struct iq_document *document, bool runs,
                       const char *folder)
{
    struct iq_running running;
    if (!iq_kernel_line_last(folder, document->pid, &running))
        return;
    struct iq_frame frame = { .file = running.file, .line = running.line };
    iq_str_puts(out, "; kernel ");
    iq_demangle(running.kernel, out);
    iq_str_printf(out, " %s not finished", runs ? "has" : "had");
    if (!running.line && !running.ptx_line)
        return;
    iq_str_printf(out, ": block (%u,%u,%u), thread (%u,%u,%u) %s at ", running.block[0],
                  running.block[1], running.block[2], running.thread[0], running.thread[1],
                  running.thread[2], runs ? "is" : "was");
    if (running.file[0])
        iq_shown_path(out, &frame);
    else
        iq_str_puts(out, "PTX line ");
    iq_str_printf(out, running.file[0] ? ":%u" : "%u",
                  running.file[0] ? running.line : running.ptx_line);
}

static void put_death(struct iq_str *out, const struct iq_document *document, bool runs,
                      const char *folder)
{
    const char *program = iq_view_program(document),
               *when = document->exit_signal ? " when the signal came" : "";
    struct iq_str inside, last;
    iq_str_init_heap(&inside);
    iq_str_init_heap(&last);
    size_t busy = put_calls(&inside, document, true), idle = put_calls(&last, document, false);
    if (!document->exit_signal)
        iq_str_printf(out, "%s (process %u) %s; it ", program, document->pid,
                      runs ? "still runs" : "ended abnormally, as if by a signal");
    else
        iq_str_printf(out, "%s ", program);
    if (busy)
        iq_str_printf(out, "%s inside %s%s", runs ? "is" : "was", iq_str_text(&inside), when);
    else
        iq_str_printf(out, "%s in no GPU call%s%s%s", runs ? "is" : "was", when,
                      idle ? "; its last one was " : "", iq_str_text(&last));
    put_kernel(out, document, runs, folder);
    iq_str_finish(&inside);
    iq_str_finish(&last);
}

int iq_death_describe(struct iq_document *document, const char *folder)
{
    struct iq_str text;
    bool lost = !document->main_program && !document->exit_known;
    if (document->exec_path || (!document->exit_signal && !lost) || !document->last_calls.count ||
        is_explained(document))
        return 0;
    pid_t pid = (pid_t)document->pid;
    bool runs = lost && (!kill(pid, 0) || errno == EPERM) && !iq_survivors_is_ending(pid);
    iq_str_init_heap(&text);
    put_death(&text, document, runs, folder);
    int failed =
        iq_vec_push(&document->messages,
                    (struct iq_message){ .level = 0,
                                         .text = iq_document_copy(document, iq_str_text(&text),
                                                                  strlen(iq_str_text(&text))) });
    iq_str_finish(&text);
    return failed;
}

/* The form for people: a compiler-like first line, then evidence, history and what to change. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/drawing.h"
#include "report/excerpt.h"
#include "report/report.h"
#include "report/view.h"

enum { LABEL_WIDTH = 11, FRAMES_SHOWN = 12, LIBRARY_FRAMES = 2, NAME_SHOWN = 110, NARROWEST = 40, EXCERPT_MARGIN = 8 };

struct printer {
    struct iq_str *out;
    const struct iq_report_options *options;
    const char *lineless;       /* a program whose findings have no lines; NULL: none */
};

static const char *color(const struct printer *printer, const char *code)
{
    return printer->options->color ? code : "";
}
#define BOLD "\033[1m"
#define RED "\033[1;31m"
#define MAGENTA "\033[1;35m"
#define CYAN "\033[1;36m"
#define GREEN "\033[32m"
#define FAINT "\033[2m"
#define RESET "\033[0m"

static const char *severity_color(enum iq_severity severity)
{
    return severity == IQ_ERROR ? RED : severity == IQ_WARNING ? MAGENTA : CYAN;
}

/* Text of the program or a file: control characters would let it drive the reader's terminal. */
static void put_safe(struct iq_str *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 127)
            iq_str_printf(out, "\\x%02x", (unsigned char)text[i]);
        else
            iq_str_put(out, &text[i], 1);
}

/* Bytes of [text] that go on one line: to its end, or to the last blank that the terminal has room for. */
static size_t line_length(const struct printer *printer, const char *text)
{
    size_t length = strcspn(text, "\n"), room = printer->options->width > NARROWEST ? (size_t)printer->options->width - LABEL_WIDTH - 2 : length;
    if (length <= room || text[0] == '|' || text[0] == ' ')     /* drawings stay whole */
        return length;
    for (size_t at = room; at > 0; at--)
        if (text[at] == ' ')
            return at;
    return strcspn(text, " \n");
}

/* "  label      text", continued lines indented. */
static void put_labelled(struct printer *printer, const char *label, const char *text)
{
    iq_str_printf(printer->out, "  %s%-*s%s", color(printer, FAINT), LABEL_WIDTH, label, color(printer, RESET));
    while (*text) {
        size_t length = line_length(printer, text);
        put_safe(printer->out, text, length);
        text += length;
        if (*text) {
            text++;         /* the end of the line, or the blank where it is broken */
            if (*text)
                iq_str_printf(printer->out, "\n  %-*s", LABEL_WIDTH, "");
        }
    }
    iq_str_puts(printer->out, "\n");
}

static void put_place(struct iq_str *out, const struct iq_frame *frame)
{
    if (frame->file) {
        put_safe(out, frame->file, strlen(frame->file));
        if (frame->line)
            iq_str_printf(out, ":%u", frame->line);
    } else if (frame->module) {
        put_safe(out, frame->module, strlen(frame->module));
        iq_str_printf(out, "+0x%" PRIx64, frame->offset);
    } else if (frame->has_offset)
        iq_str_printf(out, "0x%" PRIx64, frame->offset);
    else
        iq_str_puts(out, "??");
}

static void put_frame(struct printer *printer, const struct iq_frame *frame)
{
    struct iq_str *out = printer->out;
    const char *function = frame->function ? frame->function : "??";
    size_t length = strlen(function);
    bool cut = !printer->options->verbose && length > NAME_SHOWN;      /* templates of templates */
    put_safe(out, function, cut ? NAME_SHOWN : length);
    if (cut)
        iq_str_puts(out, "...");
    iq_str_puts(out, "  ");
    iq_str_puts(out, color(printer, FAINT));
    put_place(out, frame);
    iq_str_puts(out, color(printer, RESET));
    if (frame->block || frame->thread)
        iq_str_printf(out, "  block (%s), thread (%s)", frame->block ? frame->block : "?", frame->thread ? frame->thread : "?");
    iq_str_puts(out, "\n");
}

/* Is frame [at] one of many in a row without source?  Of the inside of libraries the first few calls tell enough. */
static bool is_inside(const iq_frames *frames, size_t at)
{
    size_t first = at, end = at;
    while (end < frames->count && !frames->data[end].file)
        end++;
    while (first > 0 && !frames->data[first - 1].file)
        first--;
    return at - first >= LIBRARY_FRAMES && end - first > LIBRARY_FRAMES + 1 && end > at;
}

static bool has_source(const iq_frames *frames)
{
    for (size_t i = 0; i < frames->count; i++)
        if (frames->data[i].file)
            return true;
    return false;
}

static void put_label(struct printer *printer, const char *label)
{
    iq_str_printf(printer->out, "  %s%-*s%s", *label ? color(printer, FAINT) : "", LABEL_WIDTH, label, *label ? color(printer, RESET) : "");
}

static void put_omitted(struct printer *printer, size_t count, const char *what)
{
    if (count)
        iq_str_printf(printer->out, "  %-*s... %zu more%s\n", LABEL_WIDTH, "", count, what);
}

/* The site's name stands in the first column; what a related site is has a line of its own. */
static void put_site(struct printer *printer, const struct iq_view_site *site)
{
    static const iq_frames none;
    const iq_frames *frames = site->frames ? site->frames : &none;
    bool related = !strcmp(site->name, "related"), whole = printer->options->verbose;
    bool folds = !whole && has_source(frames);
    size_t omitted = 0, shown = 0;
    if (related)
        put_labelled(printer, "related", site->what);
    for (size_t i = 0; i < frames->count; i++) {
        if (folds && is_inside(frames, i)) {
            omitted++;
            continue;
        }
        put_omitted(printer, omitted, " inside libraries");
        omitted = 0;
        if (!whole && shown == FRAMES_SHOWN - 1 && i + 1 < frames->count) {
            put_omitted(printer, frames->count - i, "");
            return;
        }
        put_label(printer, i == 0 && !related ? site->what : "");
        put_frame(printer, &frames->data[i]);
        shown++;
    }
    put_omitted(printer, omitted, " inside libraries");
}

/* Leaves the part of a long line that the mark is in. */
static void fit_excerpt(struct iq_excerpt *excerpt, int width)
{
    int length = (int)strlen(excerpt->line), room = width - EXCERPT_MARGIN;
    if (width <= NARROWEST || length <= room)
        return;
    int start = excerpt->begin - room / 4, end;
    start = start > length - room ? length - room : start;
    start = start < 0 ? 0 : start;
    while (start && (excerpt->line[start] & 0xc0) == 0x80)
        start--;
    end = start + room;
    while (end < length && (excerpt->line[end] & 0xc0) == 0x80)
        end--;
    memmove(excerpt->line, excerpt->line + start, (size_t)(end - start));
    excerpt->line[end - start] = '\0';
    excerpt->begin -= start;
    excerpt->end = excerpt->end - start < end - start ? excerpt->end - start : end - start;
}

static void put_excerpt(struct printer *printer, const struct iq_frame *place, const struct iq_finding *finding)
{
    struct iq_excerpt excerpt;
    if (printer->options->no_source || !place || !iq_excerpt_read(place, finding, &excerpt))
        return;
    fit_excerpt(&excerpt, printer->options->width);
    iq_str_printf(printer->out, "%5u | %s\n", place->line, excerpt.line);
    if (excerpt.end <= excerpt.begin)
        return;
    iq_str_printf(printer->out, "      | %*s%s^", excerpt.begin, "", color(printer, severity_color(finding->severity)));
    for (int c = excerpt.begin + 1; c < excerpt.end; c++)
        iq_str_puts(printer->out, "~");
    iq_str_printf(printer->out, "%s\n", color(printer, RESET));
}

/* "cudaMemcpy, argument 3 'count' = 400; returned cudaErrorInvalidValue (1) from cuMemcpyHtoD_v2" */
static void put_call(struct printer *printer, const struct iq_finding *finding)
{
    struct iq_str line;
    if (!finding->api)
        return;
    iq_str_init_heap(&line);
    iq_str_puts(&line, finding->api);
    if (finding->arg_name || finding->arg_index >= 0) {
        bool number = finding->arg_name && finding->arg_name[0] >= '0' && finding->arg_name[0] <= '9';
        iq_str_puts(&line, finding->arg_of_kernel ? ", kernel argument" : ", argument");
        if (finding->arg_of_kernel && number)
            iq_str_printf(&line, " %s (counted from 0)", finding->arg_name);
        else if (finding->arg_index >= 0 && !finding->arg_of_kernel)
            iq_str_printf(&line, " %d", finding->arg_index + 1);
        if (finding->arg_name && !(finding->arg_of_kernel && number))
            iq_str_printf(&line, " '%s'", finding->arg_name);
        if (finding->arg_value)
            iq_str_printf(&line, " = %s", finding->arg_value);
    }
    if (finding->has_result)
        iq_str_printf(&line, "; returned %s (%" PRId64 ")", finding->result_name ? finding->result_name : "error", finding->result_code);
    if (finding->has_result && finding->entry && strcmp(finding->entry, finding->api) != 0)
        iq_str_printf(&line, " from %s", finding->entry);
    if (finding->contained)
        iq_str_puts(&line, "\nanswered by inquest: the real driver would have crashed here");
    put_labelled(printer, "call", iq_str_text(&line));
    iq_str_finish(&line);
}

static void put_object(struct printer *printer, const struct iq_finding *finding)
{
    struct iq_str line;
    struct iq_drawing drawing;
    if (!finding->object_kind)
        return;
    iq_str_init_heap(&line);
    iq_str_printf(&line, "%s 0x%" PRIx64, finding->object_kind, finding->object_address);
    if (finding->object_size)
        iq_str_printf(&line, ", %" PRIu64 " byte%s", finding->object_size, finding->object_size == 1 ? "" : "s");
    if (finding->object_device >= 0)
        iq_str_printf(&line, ", device %d", finding->object_device);
    if (finding->object_state)
        iq_str_printf(&line, ", %s", finding->object_state);
    if (iq_drawing_make(finding, &drawing)) {
        size_t a = strlen(drawing.object), b = strlen(drawing.access), width = a > b ? a : b;
        iq_str_printf(&line, "\n%-*s  %s\n%-*s  %s", (int)width, drawing.object, drawing.object_text, (int)width, drawing.access,
                      drawing.access_text);
    }
    put_labelled(printer, "object", iq_str_text(&line));
    iq_str_finish(&line);
}

/* "4 processes (rank 0, rank 1, pid 33, ...)" */
static void put_processes(struct printer *printer, const struct iq_view_group *group)
{
    struct iq_str line;
    if (group->processes.count < 2)
        return;
    iq_str_init_heap(&line);
    iq_str_printf(&line, "%zu processes:", group->processes.count);
    for (size_t i = 0; i < group->processes.count && i < 16; i++) {
        const struct iq_document *document = group->processes.data[i];
        if (document->rank)
            iq_str_printf(&line, "%s rank %s", i ? "," : "", document->rank);
        else
            iq_str_printf(&line, "%s pid %u", i ? "," : "", document->pid);
    }
    iq_str_puts(&line, group->processes.count > 16 ? ", ..." : "");
    put_labelled(printer, "in", iq_str_text(&line));
    iq_str_finish(&line);
}

static void put_finding(struct printer *printer, const struct iq_view_group *group)
{
    const struct iq_finding *finding = group->finding;
    const struct iq_frame *place = iq_view_place(group->document, finding);
    struct iq_str *out = printer->out;
    struct iq_view_site sites[IQ_VIEW_MAX_SITES];
    if (place && !place->file && place->module && !strcmp(place->module, iq_view_program(group->document)))
        printer->lineless = place->module;
    iq_str_puts(out, color(printer, BOLD));
    if (place && !place->file && place->function && place->module && !strcmp(place->module, "[jit]"))
        put_safe(out, place->function, strlen(place->function));
    else if (place)
        put_place(out, place);
    else
        iq_str_puts(out, iq_view_program(group->document));
    iq_str_printf(out, ": %s%s:%s %s[%s] ", color(printer, severity_color(finding->severity)), iq_severity_name(finding->severity),
                  color(printer, RESET), color(printer, BOLD), finding->rule);
    put_safe(out, finding->message, strlen(finding->message));
    iq_str_printf(out, "%s\n", color(printer, RESET));
    put_excerpt(printer, place, finding);
    put_call(printer, finding);
    if (finding->cause && *finding->cause)
        put_labelled(printer, "why", finding->cause);
    put_object(printer, finding);
    int count = iq_view_sites(group->document, finding, sites);
    for (int i = 0; i < count; i++)
        put_site(printer, &sites[i]);
    put_processes(printer, group);
    if (group->count > group->processes.count) {
        char times[48];
        snprintf(times, sizeof times, "%" PRIu64 " times", group->count);
        put_labelled(printer, "seen", times);
    }
    if (finding->fix && *finding->fix) {
        iq_str_puts(out, color(printer, GREEN));
        put_labelled(printer, "fix", finding->fix);
        iq_str_puts(out, color(printer, RESET));
    }
    iq_str_puts(out, "\n");
}

static void put_messages(struct printer *printer, const struct iq_document *document)
{
    static const char *const words[] = { "", "warning: ", "error: " };
    for (size_t i = 0; i < document->messages.count; i++) {
        const struct iq_message *message = &document->messages.data[i];
        if (printer->options->quiet && message->level == 0)
            continue;
        iq_str_printf(printer->out, "inquest: %s%s%s", color(printer, message->level ? BOLD : ""), words[message->level],
                      color(printer, RESET));
        put_safe(printer->out, message->text, strlen(message->text));
        iq_str_puts(printer->out, "\n");
    }
    if (document->damaged)
        iq_str_puts(printer->out, "inquest: warning: the trace of this process is damaged; findings may be missing\n");
    if (document->dropped)
        iq_str_printf(printer->out, "inquest: warning: %" PRIu64 " record%s of the trace could not be written (no room left on the disk, or ulimit -f): findings may be missing\n",
                      document->dropped, document->dropped == 1 ? "" : "s");
}

/* Records are missing: that there were no calls is not known. */
static bool is_short(const struct iq_document *const *documents, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (documents[i]->dropped || documents[i]->damaged)
            return true;
    return false;
}

static void put_summary(struct printer *printer, const struct iq_document *const *documents, size_t count, const struct iq_view_totals *totals)
{
    struct iq_str *out = printer->out;
    uint64_t errors = totals->severity[IQ_ERROR], warnings = totals->severity[IQ_WARNING], notes = totals->severity[IQ_NOTE];
    bool clean = !errors && !warnings;
    for (size_t i = 0; i < count; i++)
        if (documents[i]->exit_signal)
            iq_str_printf(out, "inquest: %s%s%s%s was ended by signal %d (%s)\n", iq_view_program(documents[i]),
                          documents[i]->exec_path ? " (by then " : "", documents[i]->exec_path ? documents[i]->exec_path : "",
                          documents[i]->exec_path ? ")" : "", documents[i]->exit_signal, strsignal(documents[i]->exit_signal));
    if (clean && printer->options->quiet)
        return;
    if (!totals->calls && clean && !notes) {
        if (!is_short(documents, count))
            iq_str_printf(out, "inquest: %s made no GPU call that inquest could see%s: nothing was checked\n",
                          count ? iq_view_program(documents[0]) : "the program", count && documents[0]->exit_signal ? " until then" : "");
        return;
    }
    iq_str_printf(out, "inquest: %s%" PRIu64 " error%s, %" PRIu64 " warning%s%s", color(printer, errors ? RED : clean ? GREEN : MAGENTA),
                  errors, errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s", color(printer, RESET));
    if (notes)
        iq_str_printf(out, " (%" PRIu64 " note%s%s)", notes, notes == 1 ? "" : "s", printer->options->verbose ? "" : ", shown by --verbose");
    iq_str_printf(out, " in %" PRIu64 " %scall%s", totals->calls, clean ? "checked " : "", totals->calls == 1 ? "" : "s");
    size_t users = 0;       /* processes that used a GPU */
    for (size_t i = 0; i < count; i++)
        users += documents[i]->calls > 0;
    if (users > 1)
        iq_str_printf(out, " of %zu processes", users);
    if (count && iq_view_device(documents[0]))
        iq_str_printf(out, " on %s", iq_view_device(documents[0]));
    iq_str_puts(out, "\n");
    if (totals->folded)
        iq_str_printf(out, "inquest: %" PRIu64 " more finding%s only counted (--max)\n", totals->folded, totals->folded == 1 ? " was" : "s were");
}

/* Calls that nobody looked at, so that a clean report does not say more than it knows. */
static void put_untracked(struct printer *printer, const struct iq_document *document)
{
    if (!document->untracked.count || (printer->options->quiet && !printer->options->verbose))
        return;
    size_t shown = printer->options->verbose ? document->untracked.count : 3;
    iq_str_printf(printer->out, "inquest: %zu entry point%s passed through unchecked:", document->untracked.count,
                  document->untracked.count == 1 ? " was" : "s were");
    for (size_t i = 0; i < document->untracked.count && i < shown; i++)
        iq_str_printf(printer->out, "%s %s (%" PRIu64 ")", i ? "," : "", document->untracked.data[i].name, document->untracked.data[i].count);
    iq_str_puts(printer->out, document->untracked.count > shown ? ", ...\n" : "\n");
}

static int render(struct iq_str *out, const struct iq_document *const *documents, size_t count,
                  const struct iq_report_options *options)
{
    struct printer printer = { out, options, NULL };
    iq_view_groups groups = {0};
    if (iq_view_group_all(documents, count, &groups))
        return IQ_ENOMEM;
    struct iq_view_totals totals = iq_view_total(documents, count, &groups);
    for (size_t i = 0; i < count; i++)
        put_messages(&printer, documents[i]);
    for (size_t i = 0; i < groups.count; i++)
        if (groups.data[i].finding->severity != IQ_NOTE || options->verbose)
            put_finding(&printer, &groups.data[i]);
    for (size_t i = 0; i < count; i++)
        put_untracked(&printer, documents[i]);
    if (printer.lineless && !options->quiet)
        iq_str_printf(out, "inquest: %s has no debug information there: build it with -g to see files and lines\n", printer.lineless);
    put_summary(&printer, documents, count, &totals);
    iq_view_groups_finish(&groups);
    return 0;
}

const struct iq_report_ops iq_report_text = { render };

/* The form for people: a compiler-like first line, then evidence, history and what to change. */
#include "report/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/drawing.h"
#include "report/excerpt.h"
#include "report/frames.h"
#include "report/notices.h"
#include "report/ranks.h"
#include "report/report.h"
#include "report/safe.h"
#include "report/shown.h"
#include "report/suppress.h"
#include "report/view.h"

enum {
    LABEL_WIDTH = 11,
    FRAMES_SHOWN = 12,
    USER_FRAMES_SHOWN = 40,
    LIBRARY_NAMES = 40,
    LIBRARY_FRAMES = 2,
    NAME_SHOWN = 110,
    NARROWEST = 40,
    CONTINUED = 4,
    EXCERPT_MARGIN = 8,
    FILE_WIDTH = 200
};

struct printer {
    struct iq_str *out;
    const struct iq_report_options *options;
    const char *lineless; /* a program whose findings have no lines; NULL: none */
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

static void put_text(struct iq_str *out, const char *text) { iq_safe_put(out, text, strlen(text)); }

/* Bytes of [text] that go on one line: to its end, or to the last blank that the terminal has room
 * for. */
static size_t line_length(const struct printer *printer, const char *text)
{
    size_t length = strcspn(text, "\n"),
           room = printer->options->width > NARROWEST
                      ? (size_t)printer->options->width - LABEL_WIDTH - 2
                      : length;
    if (length <= room || text[0] == '|' || text[0] == ' ') /* drawings stay whole */
        return length;
    for (size_t at = room; at > 0; at--)
        if (text[at] == ' ')
            return at;
    return strcspn(text, " \n");
}

/* "  label      text", continued lines indented. */
static void put_labelled(struct printer *printer, const char *label, const char *text)
{
    iq_str_printf(printer->out, "  %s%-*s%s", color(printer, FAINT), LABEL_WIDTH, label,
                  color(printer, RESET));
    while (*text) {
        size_t length = line_length(printer, text);
        iq_safe_put(printer->out, text, length);
        text += length;
        if (*text) {
            text++; /* the end of the line, or the blank where it is broken */
            if (*text)
                iq_str_printf(printer->out, "\n  %-*s", LABEL_WIDTH, "");
        }
    }
    iq_str_puts(printer->out, "\n");
}

static void put_place(struct iq_str *out, const struct iq_frame *frame)
{
    struct iq_str path;
    if (frame->file) {
        iq_str_init_heap(&path);
        iq_shown_path(&path, frame);
        put_text(out, iq_str_text(&path));
        iq_str_finish(&path);
        if (frame->line)
            iq_str_printf(out, ":%u", frame->line);
    } else if (frame->module) {
        put_text(out, frame->module);
        if (frame->has_offset)
            iq_str_printf(out, "+0x%" PRIx64, frame->offset);
    } else if (frame->has_offset)
        iq_str_printf(out, "0x%" PRIx64, frame->offset);
    else if (!frame->block) /* the cause says of a kernel which line of the PTX it was */
        iq_str_puts(out, "??");
}

/* Name and place; where the terminal has no room for both, the place stands on the next line. */
static void put_frame(struct printer *printer, const struct iq_frame *frame)
{
    struct iq_str *out = printer->out, name, place;
    iq_str_init_heap(&name);
    iq_str_init_heap(&place);
    if (printer->options->verbose || !frame->function)
        iq_str_puts(&name, frame->function ? frame->function : "??");
    else
        iq_shown_function(&name, frame->function);
    put_place(&place, frame);
    bool cut = !printer->options->verbose && name.length > NAME_SHOWN; /* templates of templates */
    size_t length = cut ? NAME_SHOWN : name.length;
    iq_safe_put(out, iq_str_text(&name), length);
    if (cut)
        iq_str_puts(out, "...");
    if (printer->options->width > NARROWEST &&
        LABEL_WIDTH + 4 + length + place.length > (size_t)printer->options->width)
        iq_str_printf(out, "\n  %-*s  ", LABEL_WIDTH, "");
    else if (place.length)
        iq_str_puts(out, "  ");
    iq_str_printf(out, "%s%s%s", color(printer, FAINT), iq_str_text(&place), color(printer, RESET));
    if (frame->block || frame->thread) {
        iq_str_puts(out, "  block (");
        put_text(out, frame->block ? frame->block : "?");
        iq_str_puts(out, "), thread (");
        put_text(out, frame->thread ? frame->thread : "?");
        iq_str_puts(out, ")");
    }
    iq_str_puts(out, "\n");
    iq_str_finish(&name);
    iq_str_finish(&place);
}

/* Is frame [at] one of many of libraries in a row?  Of their inside the function tells most that
 * the user called; where no frame of the user's comes after them, the first few calls; and those
 * without a name nothing. */
static bool is_inside(const iq_frames *frames, size_t at)
{
    size_t first = at, end = at;
    if (iq_frames_is_library(&frames->data[at]) && !frames->data[at].function)
        return true;
    while (end < frames->count && iq_frames_is_library(&frames->data[end]))
        end++;
    while (first > 0 && iq_frames_is_library(&frames->data[first - 1]))
        first--;
    bool tells = end < frames->count ? at + 1 == end : at - first < LIBRARY_FRAMES;
    return !tells && end - first > LIBRARY_FRAMES + 1 && end > at;
}

static bool has_source(const iq_frames *frames, size_t from)
{
    for (size_t i = from; i < frames->count; i++)
        if (!iq_frames_is_library(&frames->data[i]))
            return true;
    return false;
}

static void put_label(struct printer *printer, const char *label)
{
    iq_str_printf(printer->out, "  %s%-*s%s", *label ? color(printer, FAINT) : "", LABEL_WIDTH,
                  label, *label ? color(printer, RESET) : "");
}

/* "... 12 frames in thrust, cub" for frames [from] to [to], after [label]. */
static void put_folded(struct printer *printer, const iq_frames *frames, size_t from, size_t to,
                       const char *label)
{
    struct iq_str names, one;
    if (from == to)
        return;
    iq_str_init_heap(&names);
    iq_str_init_heap(&one);
    for (size_t i = from; i < to; i++) {
        iq_str_finish(&one);
        iq_str_init_heap(&one);
        iq_shown_library(&one, &frames->data[i]);
        if (one.length && !strstr(iq_str_text(&names), iq_str_text(&one)) &&
            names.length < LIBRARY_NAMES)
            iq_str_printf(&names, "%s%s", names.length ? ", " : "", iq_str_text(&one));
    }
    put_label(printer, label);
    iq_str_printf(printer->out, "... %zu frame%s in ", to - from, to - from > 1 ? "s" : "");
    put_text(printer->out, iq_str_text(&names));
    iq_str_puts(printer->out, "\n");
    iq_str_finish(&names);
    iq_str_finish(&one);
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool is_same_stack(const iq_frames *a, const iq_frames *b)
{
    if (!a || !b || a->count != b->count || !a->count)
        return false;
    for (size_t i = 0; a != b && i < a->count; i++) {
        const struct iq_frame *left = &a->data[i], *right = &b->data[i];
        if (left->line != right->line || left->offset != right->offset ||
            !is_same_text(left->function, right->function) ||
            !is_same_text(left->file, right->file) || !is_same_text(left->module, right->module) ||
            !is_same_text(left->block, right->block) || !is_same_text(left->thread, right->thread))
            return false;
    }
    return true;
}

/* The frames of a site: those of the user always, of libraries few of each row. */
static void put_frames(struct printer *printer, const iq_frames *frames, const char *label)
{
    bool whole = printer->options->verbose, folds = !whole && has_source(frames, 0);
    size_t folded = 0, shown = 0;
    for (size_t i = 0; i < frames->count; i++) {
        if (folds && is_inside(frames, i)) {
            folded++;
            continue;
        }
        put_folded(printer, frames, i - folded, i, folded == i ? label : "");
        folded = 0;
        size_t most = has_source(frames, i) ? USER_FRAMES_SHOWN : FRAMES_SHOWN;
        if (!whole && shown >= most - 1 && i + 1 < frames->count) {
            iq_str_printf(printer->out, "  %-*s... %zu more\n", LABEL_WIDTH, "", frames->count - i);
            return;
        }
        put_label(printer, i ? "" : label);
        put_frame(printer, &frames->data[i]);
        shown++;
    }
    put_folded(printer, frames, frames->count - folded, frames->count, "");
}

/* The site's name stands in the first column; what a related site is has a line of its own.  A
 * stack that was shown before is not shown again. */
static void put_site(struct printer *printer, const struct iq_view_site *sites, int at)
{
    const struct iq_view_site *site = &sites[at];
    bool related = !strcmp(site->name, "related");
    int same = 0;
    if (related)
        put_labelled(printer, "related", site->what);
    while (same < at && !is_same_stack(sites[same].frames, site->frames))
        same++;
    if (same < at && site->frames->count > 1) {
        put_label(printer, related ? "" : site->what);
        iq_str_printf(printer->out, "the same stack as %s%s%s\n",
                      strcmp(sites[same].name, "related") ? "'" : "the ",
                      strcmp(sites[same].name, "related") ? sites[same].what : "related one above",
                      strcmp(sites[same].name, "related") ? "'" : "");
    } else if (site->frames)
        put_frames(printer, site->frames, related ? "" : site->what);
}

/* The lines are cut where the terminal ends; in files they may be longer, but not without end. */
static int excerpt_width(const struct printer *printer)
{
    int width = printer->options->width > NARROWEST ? printer->options->width : FILE_WIDTH;
    return width - EXCERPT_MARGIN;
}

static void put_around(struct printer *printer, char line[IQ_EXCERPT_LINE], uint32_t number)
{
    int begin = 0, end = 0;
    iq_excerpt_fit(line, &begin, &end, excerpt_width(printer));
    iq_str_printf(printer->out, "%s%5u |%s%s%s\n", color(printer, FAINT), number, *line ? " " : "",
                  line, color(printer, RESET));
}

static void put_excerpt(struct printer *printer, const struct iq_view_group *group,
                        const struct iq_frame *place)
{
    struct iq_excerpt excerpt;
    const struct iq_finding *finding = group->finding;
    const struct iq_sources *sources = group->document->foreign ? printer->options->sources : NULL;
    if (printer->options->no_source || !place ||
        !iq_excerpt_read(place, finding, sources, &excerpt))
        return;
    for (int i = 0; i < excerpt.before_count; i++)
        put_around(printer, excerpt.before[i], place->line - (uint32_t)(excerpt.before_count - i));
    iq_excerpt_fit(excerpt.line, &excerpt.begin, &excerpt.end, excerpt_width(printer));
    iq_str_printf(printer->out, "%5u | %s\n", place->line, excerpt.line);
    if (excerpt.end > excerpt.begin) {
        iq_str_puts(printer->out, "      | ");
        for (int c = 0; c < excerpt.begin; c++)
            iq_str_puts(printer->out, (excerpt.line[c] & 0xc0) == 0x80 ? "" : " ");
        iq_str_printf(printer->out, "%s^", color(printer, severity_color(finding->severity)));
        for (int c = excerpt.begin + 1; c < excerpt.end; c++)
            iq_str_puts(printer->out, (excerpt.line[c] & 0xc0) == 0x80 ? "" : "~");
        iq_str_printf(printer->out, "%s\n", color(printer, RESET));
    }
    for (int i = 0; i < excerpt.after_count; i++)
        put_around(printer, excerpt.after[i], place->line + 1 + (uint32_t)i);
}

/* "cudaMemcpy, argument 3 'count' = 400; returned cudaErrorInvalidValue (1) from
 * cuMemcpyHtoD_v2" */
static void put_call(struct printer *printer, const struct iq_finding *finding)
{
    struct iq_str line;
    if (!finding->api)
        return;
    iq_str_init_heap(&line);
    iq_str_puts(&line, finding->api);
    if (finding->arg_name || finding->arg_index >= 0) {
        bool number =
            finding->arg_name && finding->arg_name[0] >= '0' && finding->arg_name[0] <= '9';
        iq_str_puts(&line, finding->arg_of_kernel ? ", kernel argument" : ", argument");
        if (finding->arg_of_kernel && number)
            iq_view_put_parameter(&line, finding);
        else if (finding->arg_index >= 0 && !finding->arg_of_kernel)
            iq_str_printf(&line, " %d", finding->arg_index + 1);
        if (finding->arg_name && !(finding->arg_of_kernel && number))
            iq_str_printf(&line, " '%s'", finding->arg_name);
        if (finding->arg_value)
            iq_str_printf(&line, " = %s", finding->arg_value);
    }
    if (finding->has_result)
        iq_str_printf(&line, "; returned %s (%" PRId64 ")",
                      finding->result_name ? finding->result_name : "error", finding->result_code);
    if (finding->has_result && finding->entry && strcmp(finding->entry, finding->api) != 0)
        iq_str_printf(&line, " from %s", finding->entry);
    if (finding->contained && finding->kernel_site)
        iq_str_puts(&line, "\nleft out by inquest: the kernel went on without it");
    else if (finding->contained)
        iq_str_puts(&line,
                    "\nanswered by inquest: a real driver may crash here, or corrupt memory");
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
        iq_str_printf(&line, ", %" PRIu64 " byte%s", finding->object_size,
                      finding->object_size == 1 ? "" : "s");
    if (finding->object_device >= 0)
        iq_str_printf(&line, ", device %d", finding->object_device);
    if (finding->object_state)
        iq_str_printf(&line, ", %s", finding->object_state);
    if (iq_drawing_make(finding, &drawing)) {
        size_t a = strlen(drawing.object), b = strlen(drawing.access), width = a > b ? a : b;
        size_t longer = strlen(drawing.object_text), other = strlen(drawing.access_text);
        longer = longer < other ? other : longer;
        /* a legend that has no room next to the drawing stands below it */
        bool below = printer->options->width > NARROWEST &&
                     LABEL_WIDTH + 4 + width + longer > (size_t)printer->options->width;
        if (below)
            iq_str_printf(&line, "\n%s\n%s\n%s\n%s", drawing.object, drawing.access,
                          drawing.object_text, drawing.access_text);
        else
            iq_str_printf(&line, "\n%-*s  %s\n%-*s  %s", (int)width, drawing.object,
                          drawing.object_text, (int)width, drawing.access, drawing.access_text);
    }
    put_labelled(printer, "object", iq_str_text(&line));
    iq_str_finish(&line);
}

/* "mark 'test_copy', range 'forward'" */
static void put_sections(struct printer *printer, const struct iq_finding *finding)
{
    struct iq_str line;
    if (!finding->mark && !finding->range)
        return;
    iq_str_init_heap(&line);
    iq_view_put_sections(&line, finding);
    put_labelled(printer, "in", iq_str_text(&line));
    iq_str_finish(&line);
}

static void put_processes(struct printer *printer, const struct iq_view_group *group)
{
    struct iq_str line;
    iq_str_init_heap(&line);
    if (iq_view_put_processes(&line, group))
        put_labelled(printer, "in", iq_str_text(&line));
    iq_str_finish(&line);
}

/* Columns of the terminal that [text] takes; colours take none. */
static size_t columns_of(const char *text, size_t length)
{
    size_t columns = 0;
    for (const char *c = text, *end = text + length; c < end; c++)
        if (*c == '\033')
            while (c + 1 < end && *c != 'm')
                c++;
        else
            columns += (*c & 0xc0) != 0x80;
    return columns;
}

/* Writes [text] by [put] word for word, wrapped where the terminal ends; [column]: where the line
 * is already. */
static void put_words(struct printer *printer, const char *text, size_t column,
                      void (*put)(struct iq_str *out, const char *text, size_t length))
{
    size_t width = printer->options->width > NARROWEST ? (size_t)printer->options->width : 0;
    while (*text) {
        size_t blanks = strspn(text, " "), length = strcspn(text + blanks, " "),
               columns = columns_of(text + blanks, length);
        if (width && blanks && column + blanks + columns > width) {
            iq_str_printf(printer->out, "\n%*s", CONTINUED, "");
            text += blanks;
            column = CONTINUED;
            blanks = 0;
        }
        put(printer->out, text, blanks + length);
        column += blanks + columns;
        text += blanks + length;
    }
}

/* Not wrapped: to be copied. */
static void put_suppression(struct printer *printer, const struct iq_view_group *group)
{
    iq_str_puts(printer->out, "  suppress   ");
    iq_suppressions_put(printer->out, group->document, group->finding);
    iq_str_puts(printer->out, "\n");
}

static void put_finding(struct printer *printer, const struct iq_view_group *group)
{
    const struct iq_finding *finding = group->finding;
    const struct iq_frame *place = iq_view_place(group->document, finding);
    struct iq_str *out = printer->out;
    struct iq_view_site sites[IQ_VIEW_MAX_SITES];
    if (place && !place->file && place->module &&
        !strcmp(place->module, iq_view_program(group->document)))
        printer->lineless = place->module;
    size_t start = out->length;
    iq_str_puts(out, color(printer, BOLD));
    if (place && !place->file && place->function && place->module &&
        !strcmp(place->module, "[jit]"))
        put_text(out, place->function);
    else if (place)
        put_place(out, place);
    else
        put_text(out, iq_view_program(group->document));
    iq_str_printf(out, ": %s%s:%s %s[", color(printer, severity_color(finding->severity)),
                  iq_severity_name(finding->severity), color(printer, RESET), color(printer, BOLD));
    put_text(out, finding->rule_text);
    iq_str_puts(out, "] ");
    put_words(printer, finding->message, columns_of(iq_str_text(out) + start, out->length - start),
              iq_safe_put);
    iq_str_printf(out, "%s\n", color(printer, RESET));
    put_excerpt(printer, group, place);
    put_call(printer, finding);
    if (finding->cause && *finding->cause)
        put_labelled(printer, "why", finding->cause);
    put_object(printer, finding);
    put_sections(printer, finding);
    int count = iq_view_sites(group->document, finding, sites);
    for (int i = 0; i < count; i++)
        put_site(printer, sites, i);
    put_processes(printer, group);
    if (group->more) {
        char more[128];
        snprintf(more, sizeof more, "%zu more finding%s at this line, with %s", group->more,
                 group->more == 1 ? "" : "s",
                 group->more == 1 ? "another caller or value" : "other callers or values");
        put_labelled(printer, "and", more);
    }
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
    if (printer->options->suppressions)
        put_suppression(printer, group);
    iq_str_puts(out, "\n");
}

void iq_text_put_finding(struct iq_str *out, const struct iq_view_group *group,
                         const struct iq_report_options *options)
{
    put_finding(&(struct printer){ out, options, NULL }, group);
}

/* What has become of a finding that was told while the program ran.  False: it is another mistake
 * or a worse one now, which is to be told, too. */
static bool put_change(struct printer *printer, const struct iq_view_group *group)
{
    const struct iq_finding *finding = group->finding;
    const struct iq_finding_reported *reported = &group->reported;
    const struct iq_frame *place = iq_view_place(group->document, finding);
    struct iq_str *out = printer->out;
    bool other = strcmp(reported->rule, finding->rule_text) != 0,
         worse = finding->severity > reported->severity;
    if (reported->severity == IQ_NOTE && !printer->options->verbose) /* nobody has read it */
        return finding->severity == IQ_NOTE;
    if (reported->repeated && printer->options->verbose)
        return false;
    if (!other && !worse && group->count <= reported->count && group->processes.count < 2 &&
        finding->severity == reported->severity && !group->more)
        return true;
    iq_str_puts(out, "inquest: ");
    if (place)
        put_place(out, place);
    else
        iq_safe_put(out, iq_view_program(group->document),
                    strlen(iq_view_program(group->document)));
    iq_str_puts(out, ": [");
    put_text(out, reported->rule);
    iq_str_puts(out, "] ");
    if (other || worse) {
        iq_str_puts(out, "is now reported as:\n");
        return false;
    }
    if (finding->severity < reported->severity)
        iq_str_printf(out, "is now only a %s: the program continued normally\n",
                      iq_severity_name(finding->severity));
    else if (group->more)
        iq_str_printf(out, "has %zu more finding%s at this line, with %s\n", group->more,
                      group->more == 1 ? "" : "s",
                      group->more == 1 ? "another caller or value" : "other callers or values");
    else if (group->count > reported->count)
        iq_str_printf(out, "was seen %" PRIu64 " times\n", group->count);
    else
        iq_str_printf(out, "was seen in %zu processes\n", group->processes.count);
    return true;
}

/* What --fail did, so that nobody looks for another reason. */
static void put_faults(struct printer *printer, const struct iq_document *document)
{
    enum { SHOWN = 8 };
    size_t count = 0;
    for (size_t i = 0; i < document->faults.count; i++) {
        const struct iq_fault *fault = &document->faults.data[i];
        const struct iq_trace_stack *stack = iq_document_stack(document, fault->stack);
        if (!fault->made || (count++ >= SHOWN && !printer->options->verbose))
            continue;
        iq_str_puts(printer->out, "inquest: --fail made ");
        put_text(printer->out, fault->api);
        if (stack && stack->frames.count) {
            iq_str_puts(printer->out, " at ");
            put_place(printer->out, &stack->frames.data[0]);
        }
        iq_str_puts(printer->out, " return ");
        put_text(printer->out, fault->result_name);
        iq_str_puts(printer->out, fault->use == IQ_FAULT_USE_NONE
                                      ? "; the program ignores the result of this call\n"
                                      : "\n");
    }
    if (count > SHOWN && !printer->options->verbose)
        iq_str_printf(printer->out, "inquest: --fail made %zu more calls fail\n", count - SHOWN);
}

static void put_message_line(struct printer *printer, const struct iq_message *message)
{
    static const char *const words[] = { "", "warning: ", "error: " };
    if (printer->options->quiet && message->level == 0)
        return;
    iq_str_printf(printer->out, "inquest: %s%s%s", color(printer, message->level ? BOLD : ""),
                  words[message->level], color(printer, RESET));
    iq_safe_put(printer->out, message->text, strlen(message->text));
    iq_str_puts(printer->out, "\n");
}

static void put_loss(struct printer *printer, const struct iq_document *document)
{
    struct iq_str line;
    iq_str_init_heap(&line);
    for (unsigned n = 0; iq_notices_loss(&line, document, n); n++) {
        iq_str_printf(printer->out, "inquest: warning: %s\n", iq_str_text(&line));
        line.length = 0;
    }
    iq_str_finish(&line);
}

/* Records are missing: that there were no calls is not known. */
static bool is_short(const struct iq_document *const *documents, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (documents[i]->dropped || documents[i]->damaged)
            return true;
    return false;
}

static void put_signal(struct printer *printer, const struct iq_document *document)
{
    struct iq_str *out = printer->out;
    if (!document->exit_signal)
        return;
    iq_str_puts(out, "inquest: ");
    put_text(out, iq_view_program(document));
    if (document->exec_path) {
        iq_str_puts(out, " (by then ");
        put_text(out, document->exec_path);
        iq_str_puts(out, ")");
    }
    iq_str_printf(out, " was killed by signal %d (%s)\n", document->exit_signal,
                  strsignal(document->exit_signal));
}

static void put_nothing(struct iq_str *out, const struct iq_document *document)
{
    iq_str_puts(out, "inquest: ");
    put_text(out, document ? iq_view_program(document) : "the program");
    iq_str_printf(out, " made no GPU call that inquest could see%s: nothing was checked\n",
                  document && document->exit_signal ? " until then" : "");
}

/* Calls that nobody looked at, so that a clean report does not say more than it knows. */
static void put_untracked(struct printer *printer, const struct iq_document *document)
{
    if (!document->untracked.count || (printer->options->quiet && !printer->options->verbose))
        return;
    size_t shown = printer->options->verbose ? document->untracked.count : 3;
    iq_str_printf(printer->out,
                  "inquest: %zu entry point%s passed through unchecked:", document->untracked.count,
                  document->untracked.count == 1 ? " was" : "s were");
    for (size_t i = 0; i < document->untracked.count && i < shown; i++) {
        iq_str_puts(printer->out, i ? ", " : " ");
        put_text(printer->out, document->untracked.data[i].name);
        iq_str_printf(printer->out, " (%" PRIu64 ")", document->untracked.data[i].count);
    }
    iq_str_puts(printer->out, document->untracked.count > shown ? ", ...\n" : "\n");
}

/* Lines that [put] writes, those that say the same of several processes once. */
static void put_notices(struct printer *printer, const struct iq_document *const *documents,
                        size_t count,
                        void (*put)(struct printer *printer, const struct iq_document *document))
{
    struct iq_notices notices = { 0 };
    for (size_t i = 0; i < count; i++) {
        struct iq_str line;
        iq_str_init_heap(&line);
        put(&(struct printer){ &line, printer->options, NULL }, documents[i]);
        iq_notices_add(&notices, documents[i], &line);
        iq_str_finish(&line);
    }
    iq_notices_put(printer->out, &notices, iq_ranks_of_job(documents, count), "\n");
    iq_notices_finish(&notices);
}

/* What the processes themselves say. */
static void put_messages(struct printer *printer, const struct iq_document *const *documents,
                         size_t count)
{
    struct iq_notices notices = { 0 };
    for (size_t i = 0; i < count; i++)
        for (size_t m = 0; m < documents[i]->messages.count; m++) {
            struct iq_str line;
            iq_str_init_heap(&line);
            put_message_line(&(struct printer){ &line, printer->options, NULL },
                             &documents[i]->messages.data[m]);
            if (documents[i]->messages.data[m].of_job)
                iq_str_put(printer->out, iq_str_text(&line), line.length);
            else
                iq_notices_add(&notices, documents[i], &line);
            iq_str_finish(&line);
        }
    iq_notices_put(printer->out, &notices, iq_ranks_of_job(documents, count), "\n");
    iq_notices_finish(&notices);
    put_notices(printer, documents, count, put_loss);
}

/* "inquest: 2 errors, 1 warning (1 note) in 123 calls on NVIDIA H200". */
static void put_counts(struct printer *printer, const struct iq_document *const *documents,
                       size_t count, const struct iq_view_totals *totals)
{
    uint64_t errors = totals->severity[IQ_ERROR], warnings = totals->severity[IQ_WARNING],
             notes = totals->severity[IQ_NOTE];
    bool clean = !errors && !warnings;
    struct iq_str line, *out = &line;
    iq_str_init_heap(out);
    iq_str_printf(out, "inquest: %s%" PRIu64 " error%s, %" PRIu64 " warning%s%s",
                  color(printer, errors  ? RED
                                 : clean ? GREEN
                                         : MAGENTA),
                  errors, errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s",
                  color(printer, RESET));
    if (notes)
        iq_str_printf(out, " (%" PRIu64 " note%s%s)", notes, notes == 1 ? "" : "s",
                      printer->options->verbose ? "" : ", shown by --verbose");
    iq_str_printf(out, " in %" PRIu64 " %scall%s", totals->calls, clean ? "checked " : "",
                  totals->calls == 1 ? "" : "s");
    size_t users = 0; /* processes that used a GPU */
    for (size_t i = 0; i < count; i++)
        users += documents[i]->calls > 0;
    if (users > 1)
        iq_str_printf(out, " of %zu processes", users);
    if (count && iq_view_device(documents[0])) {
        iq_str_puts(out, " on ");
        put_text(out, iq_view_device(documents[0]));
    }
    put_words(printer, iq_str_text(out), 0, iq_str_put);
    iq_str_puts(printer->out, "\n");
    iq_str_finish(out);
}

static void put_summary(struct printer *printer, const struct iq_document *const *documents,
                        size_t count, const struct iq_view_totals *totals)
{
    struct iq_str *out = printer->out;
    uint64_t errors = totals->severity[IQ_ERROR], warnings = totals->severity[IQ_WARNING],
             notes = totals->severity[IQ_NOTE];
    bool clean = !errors && !warnings;
    put_notices(printer, documents, count, put_signal);
    if (clean && printer->options->quiet)
        return;
    if (!totals->calls && clean && !notes) {
        if (!is_short(documents, count))
            put_nothing(out, count ? documents[0] : NULL);
        return;
    }
    put_counts(printer, documents, count, totals);
    if (totals->limits)
        iq_str_printf(out,
                      "inquest: the results of this run may be wrong because of %" PRIu64
                      " limit%s of the software device (soft-limit)\n",
                      totals->limits, totals->limits == 1 ? "" : "s");
    if (totals->folded)
        iq_str_printf(out,
                      "inquest: %" PRIu64
                      " more finding%s only counted (--max, or the trace was full)\n",
                      totals->folded, totals->folded == 1 ? " was" : "s were");
}

static void put_groups(struct printer *printer, const iq_view_groups *groups)
{
    const struct iq_report_options *options = printer->options;
    for (size_t i = 0; i < groups->count && !iq_report_flush(printer->out, options); i++) {
        const struct iq_view_group *group = &groups->data[i];
        if (group->folded || (options->part == IQ_REPORT_LIVE && group->finding->reported.repeated))
            continue;
        if (options->part == IQ_REPORT_REST && group->reported.rule && put_change(printer, group))
            continue;
        if (group->finding->severity != IQ_NOTE || options->verbose)
            put_finding(printer, group);
    }
}

struct parts {
    struct printer *printer;
    const struct iq_document *document;
    struct iq_map shown; /* lines of which a finding was shown */
};

/* Findings of a further file: the first of each line, with --verbose all. */
static int put_part(void *user, const struct iq_document *part)
{
    struct parts *parts = user;
    const struct iq_report_options *options = parts->printer->options;
    iq_view_groups groups = { 0 };
    int failed = part == parts->document ? 0 : iq_view_group_all(&part, 1, &groups);
    for (size_t i = 0; i < groups.count && !failed; i++) {
        struct iq_view_group *group = &groups.data[i];
        uint64_t site = iq_view_site(part, group->finding);
        uintptr_t there = (uintptr_t)iq_map_get(&parts->document->further.sites, site);
        if (!options->verbose &&
            (group->finding->severity == IQ_NOTE || iq_map_get(&parts->shown, site)))
            continue;
        group->more = options->verbose || !there ? 0 : there - 1;
        put_finding(parts->printer, group);
        failed = iq_map_set(&parts->shown, site, parts)
                     ? IQ_ENOMEM
                     : iq_report_flush(parts->printer->out, options);
    }
    if (parts->printer->lineless) /* the same name, which outlives the part */
        parts->printer->lineless = iq_view_program(parts->document);
    iq_view_groups_finish(&groups);
    return failed;
}

static int put_further(struct parts *parts, const struct iq_document *const *documents,
                       size_t count)
{
    int failed = 0;
    for (size_t i = 0; i < count && !failed; i++)
        if (documents[i]->further.files.count) {
            parts->document = documents[i];
            failed = iq_document_each_part(documents[i], put_part, parts);
        }
    return failed;
}

static int render(struct iq_str *out, const struct iq_document *const *documents, size_t count,
                  const struct iq_report_options *options)
{
    struct printer printer = { out, options, NULL };
    iq_view_groups groups = { 0 };
    if (iq_view_group_all(documents, count, &groups))
        return IQ_ENOMEM;
    struct iq_view_totals totals = iq_view_total(documents, count, &groups);
    for (size_t i = 0; i < count && options->part != IQ_REPORT_LIVE; i++)
        put_faults(&printer, documents[i]);
    if (options->part != IQ_REPORT_LIVE)
        put_messages(&printer, documents, count);
    struct parts parts = { .printer = &printer };
    int failed = options->verbose ? 0 : iq_view_fold_sites(&groups);
    if (!failed && !options->verbose)
        failed = iq_view_fold_further(&groups, documents, count, &parts.shown);
    put_groups(&printer, &groups);
    if (!failed && options->part != IQ_REPORT_LIVE)
        failed = put_further(&parts, documents, count);
    iq_map_finish(&parts.shown);
    if (failed || options->part == IQ_REPORT_LIVE) {
        iq_view_groups_finish(&groups);
        return failed;
    }
    put_notices(&printer, documents, count, put_untracked);
    if (printer.lineless && !options->quiet) {
        iq_str_puts(out, "inquest: ");
        put_text(out, printer.lineless);
        iq_str_puts(out, " has no debug information: build it with -g to see files and lines\n");
    }
    put_summary(&printer, documents, count, &totals);
    iq_view_groups_finish(&groups);
    return 0;
}

const struct iq_report_ops iq_report_text = { .render = render,
                                              .live = true,
                                              .counts_notes = true };

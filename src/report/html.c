/* One self-contained page: nothing from elsewhere, no fonts, light and dark; readable without its
 * script. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "report/drawing.h"
#include "report/excerpt.h"
#include "report/notices.h"
#include "report/page.h"
#include "report/ranks.h"
#include "report/report.h"
#include "report/safe.h"
#include "report/shown.h"
#include "report/view.h"

/* Findings that are open when the page is. */
enum { OPEN_MOST = 20 };

struct page {
    struct iq_str *out;
    const struct iq_report_options *options;
    const struct iq_document *const *documents;
    size_t count;
    struct iq_map numbers;         /* document -> its place + 1 */
    struct iq_timeline *timelines; /* of each document */
    size_t written;                /* findings */
};

static void put(struct iq_str *out, const char *text)
{
    iq_safe_put_markup(out, text, strlen(text));
}

static void put_row(struct iq_str *out, const char *label, const char *class, const char *text)
{
    if (!text || !*text)
        return;
    iq_str_puts(out, "<dt>");
    put(out, label);
    iq_str_printf(out, "</dt><dd class=\"%s\">", class);
    put(out, text);
    iq_str_puts(out, "</dd>\n");
}

static void put_place(struct iq_str *out, const struct iq_frame *frame)
{
    char text[64] = "";
    if (frame->file) {
        struct iq_str path;
        iq_str_init_heap(&path);
        iq_shown_path(&path, frame);
        put(out, iq_str_text(&path));
        iq_str_finish(&path);
        if (frame->line)
            snprintf(text, sizeof text, ":%u", frame->line);
    } else {
        put(out, frame->module ? frame->module : frame->block ? "" : "??");
        if (frame->has_offset)
            snprintf(text, sizeof text, "+0x%" PRIx64, frame->offset);
    }
    put(out, text);
}

static void put_stack(struct iq_str *out, const struct iq_view_site *site)
{
    iq_str_puts(out, "<dt>");
    put(out, site->what);
    iq_str_puts(out, "</dt><dd><ol class=\"stack mono\">");
    for (size_t i = 0; site->frames && i < site->frames->count; i++) {
        const struct iq_frame *frame = &site->frames->data[i];
        iq_str_puts(out, "<li>");
        put(out, frame->function ? frame->function : "??");
        iq_str_puts(out, " <span class=\"where\">");
        put_place(out, frame);
        if (frame->block || frame->thread) {
            iq_str_puts(out, " block (");
            put(out, frame->block ? frame->block : "?");
            iq_str_puts(out, "), thread (");
            put(out, frame->thread ? frame->thread : "?");
            iq_str_puts(out, ")");
        }
        iq_str_puts(out, "</span></li>");
    }
    iq_str_puts(out, "</ol></dd>\n");
}

static void put_excerpt(struct iq_str *out, const struct iq_view_group *group,
                        const struct iq_frame *place, const struct iq_report_options *options)
{
    struct iq_excerpt excerpt;
    if (!place || !iq_excerpt_read(place, group->finding,
                                   group->document->foreign ? options->sources : NULL, &excerpt))
        return;
    int width = snprintf(NULL, 0, "%u", place->line + (uint32_t)excerpt.after_count);
    iq_str_puts(out, "<pre>");
    for (int i = 0; i < excerpt.before_count; i++) {
        iq_str_printf(out, "<span class=\"around\">%*u  ", width,
                      place->line - (uint32_t)(excerpt.before_count - i));
        put(out, excerpt.before[i]);
        iq_str_puts(out, "</span>\n");
    }
    iq_str_printf(out, "%*u  ", width, place->line);
    iq_safe_put_markup(out, excerpt.line, (size_t)excerpt.begin);
    iq_str_puts(out, "<mark>");
    iq_safe_put_markup(out, excerpt.line + excerpt.begin, (size_t)(excerpt.end - excerpt.begin));
    iq_str_puts(out, "</mark>");
    put(out, excerpt.line + excerpt.end);
    for (int i = 0; i < excerpt.after_count; i++) {
        iq_str_printf(out, "\n<span class=\"around\">%*u  ", width, place->line + 1 + (uint32_t)i);
        put(out, excerpt.after[i]);
        iq_str_puts(out, "</span>");
    }
    iq_str_puts(out, "</pre>\n");
}

static void put_bar(struct iq_str *out, const char *class, double begin, double end)
{
    if (end > begin)
        iq_str_printf(out, "<div class=\"%s\" style=\"left:%.2f%%;width:%.2f%%\"></div>", class,
                      begin * 100, (end - begin) * 100);
}

/* Object and access as bars of one scale; what lies outside of the object in the colour of
 * errors. */
static void put_range(struct iq_str *out, const struct iq_finding *f)
{
    struct iq_drawing drawing;
    if (!iq_drawing_make(f, &drawing))
        return;
    double low =
        (double)(f->object_address < f->access_address ? f->object_address : f->access_address);
    double object_begin = (double)f->object_address,
           object_end = object_begin + (double)f->object_size;
    double begin = (double)f->access_address, end = begin + (double)f->access_size;
    double span = (end > object_end ? end : object_end) - low;
    double inside_begin = begin > object_begin ? begin : object_begin,
           inside_end = end < object_end ? end : object_end;
    if (span <= 0)
        return;
    iq_str_puts(out, "<dt>range</dt><dd><div class=\"range\">");
    put_bar(out, "object", (object_begin - low) / span, (object_end - low) / span);
    put_bar(out, "access", (inside_begin - low) / span, (inside_end - low) / span);
    if (begin < object_begin)
        put_bar(out, "outside", (begin - low) / span,
                ((end < object_begin ? end : object_begin) - low) / span);
    if (end > object_end)
        put_bar(out, "outside", ((begin > object_end ? begin : object_end) - low) / span,
                (end - low) / span);
    iq_str_puts(out, "</div><div class=\"legend\">");
    put(out, drawing.object_text);
    iq_str_puts(out, "<br>");
    put(out, drawing.access_text);
    iq_str_puts(out, "</div></dd>\n");
}

static void put_facts(struct iq_str *out, const struct iq_finding *f)
{
    struct iq_str text;
    iq_str_init_heap(&text);
    if (f->api) {
        iq_str_puts(&text, f->api);
        if (f->arg_name) {
            iq_str_puts(&text, f->arg_of_kernel ? ", kernel argument" : ", argument");
            if (f->arg_of_kernel && f->arg_name[0] >= '0' && f->arg_name[0] <= '9')
                iq_view_put_parameter(&text, f);
            else
                iq_str_printf(&text, " %s", f->arg_name);
            if (f->arg_value)
                iq_str_printf(&text, " = %s", f->arg_value);
        }
        if (f->has_result)
            iq_str_printf(&text, "; returned %s (%" PRId64 ")",
                          f->result_name ? f->result_name : "error", f->result_code);
        if (f->has_result && f->entry && strcmp(f->entry, f->api) != 0)
            iq_str_printf(&text, " from %s", f->entry);
        if (f->contained && f->kernel_site)
            iq_str_puts(&text, "; left out by inquest, and the kernel went on without it");
        else if (f->contained)
            iq_str_puts(&text,
                        "; answered by inquest, since a real driver may crash or corrupt memory");
        put_row(out, "call", "mono", iq_str_text(&text));
    }
    put_row(out, "why", "", f->cause);
    if (f->object_kind) {
        text.length = 0;
        iq_str_printf(&text, "%s 0x%" PRIx64, f->object_kind, f->object_address);
        if (f->object_size)
            iq_str_printf(&text, ", %" PRIu64 " bytes", f->object_size);
        if (f->object_device >= 0)
            iq_str_printf(&text, ", device %d", f->object_device);
        if (f->object_state)
            iq_str_printf(&text, ", %s", f->object_state);
        put_row(out, "object", "mono", iq_str_text(&text));
    }
    iq_str_finish(&text);
}

static size_t number_of(const struct page *page, const struct iq_document *document)
{
    return (size_t)(uintptr_t)iq_map_get(&page->numbers, (uintptr_t)document) - 1;
}

/* What the filters of the page go by. */
static void put_data(struct page *page, const struct iq_view_group *group,
                     const struct iq_frame *place)
{
    struct iq_str *out = page->out, path;
    iq_str_printf(out, " data-severity=\"%s\" data-rule=\"",
                  iq_severity_name(group->finding->severity));
    put(out, group->finding->rule_text);
    if (place && place->file) {
        iq_str_init_heap(&path);
        iq_shown_path(&path, place);
        iq_str_puts(out, "\" data-file=\"");
        put(out, iq_str_text(&path));
        iq_str_finish(&path);
    }
    if (group->processes.count < page->count) { /* else it is in all of them */
        iq_str_puts(out, "\" data-processes=\"");
        for (size_t i = 0; i < group->processes.count; i++)
            iq_str_printf(out, "%s%zu", i ? " " : "", number_of(page, group->processes.data[i]));
    }
    iq_str_puts(out, "\"");
}

static void put_headline(struct page *page, const struct iq_view_group *group,
                         const struct iq_frame *place)
{
    const struct iq_finding *finding = group->finding;
    struct iq_str *out = page->out;
    const char *severity = iq_severity_name(finding->severity);
    iq_str_printf(out, "<details class=\"finding %s\" id=\"f%zu\"", severity, ++page->written);
    put_data(page, group, place);
    iq_str_printf(out, "%s><summary><span class=\"tag\">%s</span> <code class=\"rule\">",
                  finding->severity == IQ_NOTE || page->written > OPEN_MOST ? "" : " open",
                  severity);
    put(out, finding->rule_text);
    iq_str_puts(out, "</code> <span class=\"place mono\">");
    if (place)
        put_place(out, place);
    if (group->count > 1)
        iq_str_printf(out, " &times;%" PRIu64, group->count);
    iq_str_puts(out, "</span><h2>");
    put(out, finding->message);
    iq_str_puts(out, "</h2></summary><div class=\"body\">\n");
}

static void put_finding(struct page *page, const struct iq_view_group *group)
{
    const struct iq_finding *finding = group->finding;
    const struct iq_frame *place = iq_view_place(group->document, finding);
    struct iq_view_site sites[IQ_VIEW_MAX_SITES];
    struct iq_str *out = page->out, text;
    size_t number = number_of(page, group->document);
    put_headline(page, group, place);
    put_excerpt(out, group, place, page->options);
    iq_str_puts(out, "<dl>");
    put_facts(out, finding);
    put_range(out, finding);
    int count = iq_view_sites(group->document, finding, sites);
    for (int i = 0; i < count; i++)
        put_stack(out, &sites[i]);
    iq_str_init_heap(&text);
    if (finding->mark || finding->range) {
        iq_view_put_sections(&text, finding);
        put_row(out, "in", "", iq_str_text(&text));
        text.length = 0;
    }
    if (iq_view_put_processes(&text, group))
        put_row(out, "in", "", iq_str_text(&text));
    iq_str_finish(&text);
    put_row(out, "fix", "fix", finding->fix);
    iq_str_puts(out, "</dl>\n");
    iq_page_put_figure(out, &page->timelines[number], number, finding);
    iq_str_puts(out, "</div></details>\n");
}

static void put_process(struct iq_str *out, const struct iq_document *document)
{
    char text[128];
    iq_str_puts(out, "<p class=\"mono\">");
    for (size_t i = 0; i < document->argv.count; i++) {
        put(out, i ? " " : "");
        put(out, document->argv.data[i]);
    }
    snprintf(text, sizeof text, " - pid %u, %" PRIu64 " calls, runtime %s", document->pid,
             document->calls, document->runtime ? document->runtime : "none");
    put(out, text);
    if (document->rank) {
        put(out, ", rank ");
        put(out, document->rank);
    }
    if (document->host) {
        put(out, ", host ");
        put(out, document->host);
    }
    if (document->exit_signal)
        iq_str_printf(out, ", died of signal %d", document->exit_signal);
    else if (document->exit_known)
        iq_str_printf(out, ", exit status %d", document->exit_code);
    iq_str_puts(out, "</p>\n");
}

/* --- page ----------------------------------------------------------------------------------- */

static void put_lines(struct iq_str *out, const char *const *lines)
{
    for (; *lines; lines++)
        iq_str_puts(out, *lines);
}

static void put_top(struct page *page)
{
    struct iq_str *out = page->out;
    const char *program = page->count ? iq_view_program(page->documents[0]) : "report";
    iq_str_puts(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                     "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n");
    iq_str_printf(out,
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src 'unsafe-inline'; script-src '%s'\">\n<title>inquest: ",
                  iq_page_script_hash);
    put(out, program);
    iq_str_puts(out, "</title><style>\n");
    put_lines(out, iq_page_style);
    iq_str_puts(out, "</style></head><body>\n<h1>");
    put(out, program);
    iq_str_puts(out, "</h1>\n");
}

static void put_totals(struct page *page, const struct iq_view_totals *totals)
{
    struct iq_str *out = page->out;
    const char *device = page->count ? iq_view_device(page->documents[0]) : NULL;
    iq_str_puts(out, "<div class=\"totals\">");
    for (int severity = IQ_ERROR; severity >= IQ_NOTE; severity--)
        iq_str_printf(out, "<span><b>%" PRIu64 "</b> %s%s</span>", totals->severity[severity],
                      iq_severity_name((enum iq_severity)severity),
                      totals->severity[severity] == 1 ? "" : "s");
    iq_str_printf(out, "<span><b>%" PRIu64 "</b> calls checked</span><span>on <b>", totals->calls);
    put(out, device ? device : "no device");
    iq_str_puts(out, "</b></span></div>\n");
}

/* "rank 3, node7", "train.py, pid 4242". */
static void put_process_name(struct iq_str *out, const struct iq_document *document)
{
    if (document->rank)
        iq_str_printf(out, "rank %s", document->rank);
    else
        iq_str_printf(out, "%s, pid %u", iq_view_program(document), document->pid);
    if (document->rank && document->host)
        iq_str_printf(out, ", %s", document->host);
}

/* Shown by the script, which fills the lists of rules and files. */
static void put_filters(struct page *page, const struct iq_view_totals *totals)
{
    struct iq_str *out = page->out, name;
    iq_str_puts(out, "<div class=\"filters\" id=\"filters\" hidden>");
    for (int severity = IQ_ERROR; severity >= IQ_NOTE; severity--) {
        const char *word = iq_severity_name((enum iq_severity)severity);
        if (totals->severity[severity])
            iq_str_printf(out,
                          "<button class=\"%s\" data-severity=\"%s\" aria-pressed=\"true\">%ss"
                          "</button>\n",
                          word, word, word);
    }
    iq_str_puts(out, "<input type=\"search\" name=\"text\" placeholder=\"words of a finding\" "
                     "aria-label=\"words of a finding\">\n"
                     "<select name=\"rule\" aria-label=\"rule\"><option value=\"\">every rule"
                     "</option></select>\n"
                     "<select name=\"file\" aria-label=\"file\"><option value=\"\">every file"
                     "</option></select>\n"
                     "<select name=\"process\" aria-label=\"process\"><option value=\"\">every "
                     "process</option>");
    for (size_t i = 0; i < page->count && page->count > 1; i++) {
        iq_str_init_heap(&name);
        put_process_name(&name, page->documents[i]);
        iq_str_printf(out, "<option value=\"%zu\">", i);
        put(out, iq_str_text(&name));
        iq_str_puts(out, "</option>\n");
        iq_str_finish(&name);
    }
    iq_str_puts(out, "</select>\n<button name=\"open\">open, close</button><output></output>"
                     "</div>\n");
}

/* [text] is said of [document], or of the whole job. */
static void add_message(struct page *page, struct iq_notices *notices,
                        const struct iq_document *document, bool of_job, const char *text)
{
    struct iq_str line;
    iq_str_init_heap(&line);
    iq_str_puts(&line, "<p class=\"message\">");
    put(&line, text);
    iq_str_puts(&line, of_job ? "</p>\n" : "\n");
    if (of_job)
        iq_str_put(page->out, iq_str_text(&line), line.length);
    else
        iq_notices_add(notices, document, &line);
    iq_str_finish(&line);
}

/* Those that say the same of several processes once. */
static void put_messages(struct page *page)
{
    struct iq_notices notices = { 0 };
    struct iq_str loss;
    iq_str_init_heap(&loss);
    for (size_t d = 0; d < page->count; d++) {
        const struct iq_document *document = page->documents[d];
        for (size_t i = 0; i < document->messages.count; i++)
            add_message(page, &notices, document, document->messages.data[i].of_job,
                        document->messages.data[i].text);
        for (unsigned n = 0; iq_notices_loss(&loss, document, n); n++) {
            add_message(page, &notices, document, false, iq_str_text(&loss));
            loss.length = 0;
        }
    }
    iq_notices_put(page->out, &notices, iq_ranks_of_job(page->documents, page->count), "</p>\n");
    iq_notices_finish(&notices);
    iq_str_finish(&loss);
}

static void put_findings(struct page *page, const iq_view_groups *groups,
                         const struct iq_view_totals *totals)
{
    for (int severity = IQ_ERROR; severity >= IQ_NOTE; severity--)
        for (size_t i = 0; i < groups->count; i++)
            if ((int)groups->data[i].finding->severity == severity &&
                !iq_report_flush(page->out, page->options))
                put_finding(page, &groups->data[i]);
    if (totals->folded)
        iq_str_printf(page->out,
                      "<p class=\"message\">%" PRIu64
                      " more finding%s only counted (--max, or the trace was full)</p>\n",
                      totals->folded, totals->folded == 1 ? " was" : "s were");
    if (totals->further)
        iq_str_printf(page->out,
                      "<p class=\"message\">%" PRIu64
                      " more findings are not on this page: JSON and SARIF have all</p>\n",
                      totals->further);
    if (!groups->count && !totals->folded)
        iq_str_puts(page->out, totals->calls ? "<p>Nothing found: every call was checked.</p>\n"
                                             : "<p>No GPU call was seen: nothing was checked."
                                               "</p>\n");
}

static void put_bottom(struct page *page)
{
    bool recorded = false;
    iq_str_puts(page->out, "<footer>\n");
    for (size_t i = 0; i < page->count; i++) {
        put_process(page->out, page->documents[i]);
        recorded |= page->timelines[i].calls.count > 0;
    }
    if (page->written && !recorded)
        iq_str_puts(page->out, "<p>With --record each finding has a timeline of the calls around "
                               "it.</p>\n");
    iq_str_puts(page->out, "<p>inquest " IQ_VERSION "</p></footer>\n");
    for (size_t i = 0; i < page->count && !iq_report_flush(page->out, page->options); i++)
        iq_page_put_calls(page->out, &page->timelines[i], i);
    iq_str_puts(page->out, "<script>");
    put_lines(page->out, iq_page_script);
    iq_str_puts(page->out, "</script></body></html>\n");
}

static int open_page(struct page *page)
{
    int failed = 0;
    page->timelines = calloc(page->count + 1, sizeof *page->timelines);
    for (size_t i = 0; i < page->count && page->timelines && !failed; i++) {
        failed = iq_timeline_open(&page->timelines[i], page->documents[i], SIZE_MAX);
        if (!failed)
            failed = iq_map_set(&page->numbers, (uintptr_t)page->documents[i],
                                (void *)(uintptr_t)(i + 1));
    }
    return page->timelines ? failed : IQ_ENOMEM;
}

static void close_page(struct page *page)
{
    for (size_t i = 0; i < page->count && page->timelines; i++)
        iq_timeline_close(&page->timelines[i]);
    free(page->timelines);
    iq_map_finish(&page->numbers);
}

static int render(struct iq_str *out, const struct iq_document *const *documents, size_t count,
                  const struct iq_report_options *options)
{
    struct page page = { .out = out, .options = options, .documents = documents, .count = count };
    iq_view_groups groups = { 0 };
    if (iq_view_group_all(documents, count, &groups))
        return IQ_ENOMEM;
    struct iq_view_totals totals = iq_view_total(documents, count, &groups);
    int failed = open_page(&page);
    if (!failed) {
        put_top(&page);
        put_totals(&page, &totals);
        put_filters(&page, &totals);
        put_messages(&page);
        put_findings(&page, &groups, &totals);
        put_bottom(&page);
    }
    close_page(&page);
    iq_view_groups_finish(&groups);
    return failed;
}

const struct iq_report_ops iq_report_html = { .render = render };

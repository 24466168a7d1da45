/* One self-contained page: no scripts from elsewhere, no fonts, light and dark. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/drawing.h"
#include "report/excerpt.h"
#include "report/recorded.h"
#include "report/report.h"
#include "report/safe.h"
#include "report/shown.h"
#include "report/view.h"

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1c1f24;--paper:#fbfbf9;--card:#fff;--line:#dcdcd6;--faint:#6b6f76;--error:#b3261e;"
    "--warning:#8f5a00;--note:#2a5db0;--fix:#1d6b3a;--code:#f3f3ef}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e4e4e0;--paper:#16181b;--card:#1e2125;--line:#34383e;--faint:#9a9fa7;"
    "--error:#ff8a80;--warning:#e7b45c;--note:#8fb8ff;--fix:#7fd09b;--code:#26292e}}\n"
    "*{box-sizing:border-box}body{margin:0 auto;max-width:72rem;padding:2rem 1.25rem 4rem;background:var(--paper);color:var(--ink);"
    "font:16px/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.5rem;margin:0}h2{font-size:1.05rem;margin:0;font-weight:600}code,pre,.mono{font-family:ui-monospace,"
    "SFMono-Regular,Menlo,Consolas,monospace;font-size:.86rem}\n"
    ".totals{display:flex;flex-wrap:wrap;gap:1.5rem;margin:1rem 0 2rem;color:var(--faint)}.totals b{color:var(--ink)}\n"
    "details.finding{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--c);border-radius:6px;margin:0 0 1rem}"
    "details.finding>summary{padding:.8rem 1rem;cursor:pointer;list-style:none}summary::-webkit-details-marker{display:none}\n"
    ".error{--c:var(--error)}.warning{--c:var(--warning)}.note{--c:var(--note)}.tag{color:var(--c);font-weight:600}"
    ".rule{background:var(--code);border-radius:4px;padding:.05rem .4rem}.place{color:var(--faint)}\n"
    ".body{padding:0 1rem 1rem}dl{display:grid;grid-template-columns:7.5rem minmax(0,1fr);gap:.5rem 1rem;margin:.75rem 0 0}dt{color:var(--faint)}"
    "dd{margin:0;overflow-wrap:anywhere}.fix{color:var(--fix)}\n"
    "pre{background:var(--code);border-radius:6px;padding:.7rem .9rem;margin:.4rem 0;overflow-x:auto}mark{background:none;color:var(--c);"
    "text-decoration:underline wavy;text-underline-offset:.25em}\n"
    ".around{color:var(--faint)}ol.stack{list-style:none;margin:0;padding:0}ol.stack .where{color:var(--faint)}\n"
    ".range{position:relative;height:2.8rem;margin:.3rem 0}.range div{position:absolute;height:1.1rem;border-radius:3px;min-width:3px}"
    ".range .object{top:0;background:var(--note);opacity:.55}.range .access{top:1.5rem;background:var(--fix);opacity:.7}"
    ".range .outside{top:1.5rem;background:var(--error)}.legend{color:var(--faint);font-size:.86rem}\n"
    ".calls{overflow-x:auto}.calls table{border-collapse:collapse;white-space:nowrap}.calls td,.calls th{padding:.1rem .8rem .1rem 0;text-align:left;"
    "font-weight:400;color:var(--faint)}.calls td:nth-child(-n+2),.calls th:nth-child(-n+2){text-align:right}.calls .part td{color:var(--ink)}"
    ".calls .part td:last-child{color:var(--c);font-weight:600}\n"
    "footer{margin-top:2.5rem;color:var(--faint);font-size:.86rem}.message{border:1px solid var(--line);border-radius:6px;padding:.6rem 1rem;"
    "margin:0 0 .75rem}\n@media(max-width:40rem){dl{grid-template-columns:1fr;gap:.1rem}dd{margin-bottom:.6rem}}\n"
    "@media print{body{max-width:none}details.finding{break-inside:avoid}}\n";

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
        put(out, frame->module ? frame->module : "??");
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
    iq_str_puts(out, "<pre>");
    for (int i = 0; i < excerpt.before_count; i++) {
        iq_str_printf(out, "<span class=\"around\">%u  ",
                      place->line - (uint32_t)(excerpt.before_count - i));
        put(out, excerpt.before[i]);
        iq_str_puts(out, "</span>\n");
    }
    iq_str_printf(out, "%u  ", place->line);
    iq_safe_put_markup(out, excerpt.line, (size_t)excerpt.begin);
    iq_str_puts(out, "<mark>");
    iq_safe_put_markup(out, excerpt.line + excerpt.begin, (size_t)(excerpt.end - excerpt.begin));
    iq_str_puts(out, "</mark>");
    put(out, excerpt.line + excerpt.end);
    for (int i = 0; i < excerpt.after_count; i++) {
        iq_str_printf(out, "\n<span class=\"around\">%u  ", place->line + 1 + (uint32_t)i);
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
        if (f->contained)
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

/* --- what led to it --- */

enum { CALLS_BEFORE = 8, CALLS_AFTER = 2 };

/* The calls that have to do with a finding, and what. */
struct parts {
    const struct iq_recorded_call *own, *calls[3 + IQ_FINDING_MAX_RELATED];
    const char *words[3 + IQ_FINDING_MAX_RELATED];
    int count;
};

static void add_part(struct parts *parts, const struct iq_recorded_call *call, const char *word)
{
    if (!call)
        return;
    parts->calls[parts->count] = call;
    parts->words[parts->count++] = word;
}

static void find_parts(struct parts *parts, const struct iq_document *document,
                       const struct iq_finding *f)
{
    uint64_t before = parts->own->start_ns, object = f->object_address;
    add_part(parts, parts->own, "this call");
    add_part(parts, iq_recorded_find(document, f->stack_created, object, before), "created");
    add_part(parts, iq_recorded_find(document, f->stack_destroyed, object, before), "destroyed");
    for (int i = 0; i < f->related_count; i++)
        add_part(parts, iq_recorded_find(document, f->related[i].stack, 0, before), "related");
}

static const char *part_of(const struct parts *parts, const struct iq_recorded_call *call)
{
    for (int i = 0; i < parts->count; i++)
        if (parts->calls[i] == call)
            return parts->words[i];
    return NULL;
}

static void put_call(struct iq_str *out, const struct iq_document *document,
                     const struct iq_recorded_call *call, const struct iq_recorded_call *own,
                     const char *part)
{
    const struct iq_frame *place = iq_recorded_place(document, call);
    double us = ((double)call->start_ns - (double)own->start_ns) / 1e3;
    iq_str_printf(out, "<tr class=\"%s\"><td>%+.1f</td><td>%.1f</td><td>%u</td><td>",
                  part ? "part" : "", us, (double)call->spent_ns / 1e3, call->thread);
    if (call->flags & IQ_CALL_HAS_STREAM)
        iq_str_printf(out, "0x%" PRIx64, call->stream);
    iq_str_puts(out, "</td><td>");
    put(out, call->api ? call->api : "?");
    if (call->kernel) {
        iq_str_puts(out, " ");
        put(out, call->kernel);
    } else if (call->bytes)
        iq_str_printf(out, ", %" PRIu64 " bytes", call->bytes);
    iq_str_puts(out, call->flags & IQ_CALL_FAILED ? ", failed</td><td>" : "</td><td>");
    if (place)
        put_place(out, place);
    iq_str_printf(out, "</td><td>%s</td></tr>\n", part ? part : "");
}

/* With --record: the calls around the finding, and those that have to do with it. */
static void put_calls(struct iq_str *out, const struct iq_document *document,
                      const struct iq_finding *finding)
{
    const struct iq_recorded_call *calls = document->recorded.data;
    struct parts parts = { .own = iq_recorded_of(document, finding) };
    if (!parts.own)
        return;
    find_parts(&parts, document, finding);
    size_t at = (size_t)(parts.own - calls), last = SIZE_MAX;
    iq_str_puts(out, "<dt>calls</dt><dd><div class=\"calls\"><table class=\"mono\"><tr><th>us"
                     "</th><th>took</th><th>thread</th><th>stream</th><th>call</th><th>at</th><th>"
                     "</th></tr>\n");
    for (size_t i = 0; i < document->recorded.count && i <= at + CALLS_AFTER; i++) {
        const char *part = part_of(&parts, &calls[i]);
        if (!part && i + CALLS_BEFORE < at)
            continue;
        if (i > last + 1 || (last == SIZE_MAX && i))
            iq_str_printf(out, "<tr><td colspan=\"7\">%zu more calls</td></tr>\n",
                          last == SIZE_MAX ? i : i - last - 1);
        put_call(out, document, &calls[i], parts.own, part);
        last = i;
    }
    iq_str_puts(out, "</table></div></dd>\n");
}

static void put_finding(struct iq_str *out, const struct iq_view_group *group,
                        const struct iq_report_options *options)
{
    const struct iq_finding *finding = group->finding;
    const struct iq_frame *place = iq_view_place(group->document, finding);
    struct iq_view_site sites[IQ_VIEW_MAX_SITES];
    const char *severity = iq_severity_name(finding->severity);
    iq_str_printf(
        out,
        "<details class=\"finding %s\"%s><summary><span class=\"tag\">%s</span> <code class=\"rule\">",
        severity, finding->severity == IQ_NOTE ? "" : " open", severity);
    put(out, finding->rule_text);
    iq_str_puts(out, "</code> <span class=\"place mono\">");
    if (place)
        put_place(out, place);
    if (group->count > 1)
        iq_str_printf(out, " &times;%" PRIu64, group->count);
    iq_str_puts(out, "</span><h2>");
    put(out, finding->message);
    iq_str_puts(out, "</h2></summary><div class=\"body\">\n");
    put_excerpt(out, group, place, options);
    iq_str_puts(out, "<dl>");
    put_facts(out, finding);
    put_range(out, finding);
    int count = iq_view_sites(group->document, finding, sites);
    for (int i = 0; i < count; i++)
        put_stack(out, &sites[i]);
    if (finding->mark || finding->range) {
        struct iq_str sections;
        iq_str_init_heap(&sections);
        iq_view_put_sections(&sections, finding);
        put_row(out, "in", "", iq_str_text(&sections));
        iq_str_finish(&sections);
    }
    struct iq_str text;
    iq_str_init_heap(&text);
    if (iq_view_put_processes(&text, group))
        put_row(out, "in", "", iq_str_text(&text));
    iq_str_finish(&text);
    put_calls(out, group->document, finding);
    put_row(out, "fix", "fix", finding->fix);
    iq_str_puts(out, "</dl></div></details>\n");
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

static int render(struct iq_str *out, const struct iq_document *const *documents, size_t count,
                  const struct iq_report_options *options)
{
    iq_view_groups groups = { 0 };
    if (iq_view_group_all(documents, count, &groups))
        return IQ_ENOMEM;
    struct iq_view_totals totals = iq_view_total(documents, count, &groups);
    iq_str_puts(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
        "<title>inquest: ");
    put(out, count ? iq_view_program(documents[0]) : "report");
    iq_str_printf(out, "</title><style>\n%s</style></head><body>\n<h1>", style);
    put(out, count ? iq_view_program(documents[0]) : "report");
    iq_str_puts(out, "</h1>\n<div class=\"totals\">");
    for (int severity = IQ_ERROR; severity >= IQ_NOTE; severity--)
        iq_str_printf(out, "<span><b>%" PRIu64 "</b> %s%s</span>", totals.severity[severity],
                      iq_severity_name((enum iq_severity)severity),
                      totals.severity[severity] == 1 ? "" : "s");
    iq_str_printf(out, "<span><b>%" PRIu64 "</b> calls checked</span><span>on <b>", totals.calls);
    put(out, count && iq_view_device(documents[0]) ? iq_view_device(documents[0]) : "no device");
    iq_str_puts(out, "</b></span></div>\n");
    for (size_t d = 0; d < count; d++)
        for (size_t i = 0; i < documents[d]->messages.count; i++) {
            iq_str_puts(out, "<p class=\"message\">");
            put(out, documents[d]->messages.data[i].text);
            iq_str_puts(out, "</p>\n");
        }
    for (int severity = IQ_ERROR; severity >= IQ_NOTE; severity--)
        for (size_t i = 0; i < groups.count; i++)
            if ((int)groups.data[i].finding->severity == severity && !iq_report_flush(out, options))
                put_finding(out, &groups.data[i], options);
    if (totals.folded)
        iq_str_printf(out,
                      "<p class=\"message\">%" PRIu64
                      " more finding%s only counted (--max, or the trace was full)</p>\n",
                      totals.folded, totals.folded == 1 ? " was" : "s were");
    if (!groups.count && !totals.folded)
        iq_str_puts(out, totals.calls ? "<p>Nothing found: every call was checked.</p>\n"
                                      : "<p>No GPU call was seen: nothing was checked.</p>\n");
    iq_str_puts(out, "<footer>\n");
    for (size_t i = 0; i < count; i++)
        put_process(out, documents[i]);
    iq_str_puts(out, "<p>inquest " IQ_VERSION "</p></footer></body></html>\n");
    iq_view_groups_finish(&groups);
    return 0;
}

const struct iq_report_ops iq_report_html = { .render = render };

/* Workflow commands of GitHub Actions, one line per finding: shown at the line of a pull request.
 * As documented under "Workflow commands": %, CR and LF are escaped, in properties also : and ,. */
#include <inttypes.h>
#include <string.h>

#include "report/report.h"
#include "report/safe.h"
#include "report/shown.h"
#include "report/view.h"

/* [text], escaped; with the characters in [more] escaped, too. */
static void put_escaped(struct iq_str *out, const char *text, const char *more)
{
    struct iq_str safe;
    iq_str_init_heap(&safe);
    iq_safe_put_lines(&safe, text);
    for (const char *at = iq_str_text(&safe); *at; at++)
        if (strchr("%\r\n", *at) || strchr(more, *at))
            iq_str_printf(out, "%%%02X", (unsigned char)*at);
        else
            iq_str_put(out, at, 1);
    iq_str_finish(&safe);
}

static void put_data(struct iq_str *out, const char *text) { put_escaped(out, text, ""); }

static void put_place(struct iq_str *out, const struct iq_frame *place)
{
    struct iq_str path;
    iq_str_init_heap(&path);
    iq_shown_path(&path, place);
    iq_str_puts(out, "file=");
    put_escaped(out, iq_str_text(&path), ":,");
    if (place->line)
        iq_str_printf(out, ",line=%u", place->line);
    iq_str_puts(out, ",");
    iq_str_finish(&path);
}

static void put_labelled(struct iq_str *out, const char *label, const char *text)
{
    if (!text || !*text)
        return;
    iq_str_printf(out, "%%0A%s: ", label);
    put_data(out, text);
}

static void put_finding(struct iq_str *out, const struct iq_view_group *group)
{
    static const char *const commands[] = {
        [IQ_NOTE] = "notice", [IQ_WARNING] = "warning", [IQ_ERROR] = "error"
    };
    const struct iq_finding *finding = group->finding;
    const struct iq_frame *place = iq_view_place(group->document, finding);
    iq_str_printf(out, "::%s ", commands[finding->severity]);
    if (place && place->file)
        put_place(out, place);
    iq_str_puts(out, "title=");
    put_escaped(out, finding->rule_text, ":,");
    iq_str_puts(out, "::");
    put_data(out, finding->message);
    put_labelled(out, "why", finding->cause);
    put_labelled(out, "fix", finding->fix);
    if (group->count > 1)
        iq_str_printf(out, "%%0Aseen: %" PRIu64 " times", group->count);
    iq_str_puts(out, "\n");
}

static int render(struct iq_str *out, const struct iq_document *const *documents, size_t count,
                  const struct iq_report_options *options)
{
    iq_view_groups groups = { 0 };
    int failed = iq_view_group_all(documents, count, &groups);
    failed = failed ? failed : iq_view_fold_sites(&groups);
    for (size_t i = 0; i < groups.count && !failed; i++)
        if (!groups.data[i].folded &&
            (options->verbose || groups.data[i].finding->severity != IQ_NOTE)) {
            put_finding(out, &groups.data[i]);
            failed = iq_report_flush(out, options);
        }
    iq_view_groups_finish(&groups);
    return failed;
}

const struct iq_report_ops iq_report_github = { .render = render };

/* The table of `inquest fuzz-errors`. */
#include <stdlib.h>
#include <string.h>

#include "cli/fuzz_site.h"
#include "cli/rerun.h"
#include "report/safe.h"
#include "report/shown.h"

static const char *const names[IQ_OUTCOMES] = {
    [IQ_OUTCOME_CRASH] = "crash",     [IQ_OUTCOME_HANG] = "hang",
    [IQ_OUTCOME_GARBAGE] = "garbage", [IQ_OUTCOME_SILENT] = "silent",
    [IQ_OUTCOME_ABORT] = "abort",     [IQ_OUTCOME_HANDLED] = "handled",
    [IQ_OUTCOME_MISSED] = "missed",   [IQ_OUTCOME_UNTRIED] = "untried",
};

bool iq_outcome_is_bad(enum iq_outcome outcome) { return outcome <= IQ_OUTCOME_SILENT; }

/* "copy.cu:12" */
static void put_place(struct iq_str *out, const struct iq_fuzz_site *site)
{
    if (site->frame.file) {
        iq_shown_path(out, &site->frame);
        iq_str_printf(out, ":%u", site->frame.line);
    } else
        iq_str_puts(out, site->frame.module ? site->frame.module : "??");
}

static int by_outcome(const void *a, const void *b)
{
    const struct iq_fuzz_site *left = a, *right = b;
    if (left->outcome != right->outcome)
        return left->outcome < right->outcome ? -1 : 1;
    return left->order < right->order ? -1 : left->order > right->order;
}

static void put_summary(struct iq_str *out, const struct iq_fuzz_site *sites, size_t count)
{
    const char *before = ": ";
    iq_str_printf(out, "inquest: %zu call site%s that can fail", count, count == 1 ? "" : "s");
    for (int outcome = 0; outcome < IQ_OUTCOMES; outcome++) {
        size_t number = 0;
        for (size_t i = 0; i < count; i++)
            number += sites[i].outcome == (enum iq_outcome)outcome;
        if (!number)
            continue;
        iq_str_printf(out, "%s%zu %s", before, number, names[outcome]);
        before = ", ";
    }
    iq_str_puts(out, "\n");
}

void iq_fuzz_put_text(struct iq_str *out, struct iq_fuzz_site *sites, size_t count, char **argv)
{
    qsort(sites, count, sizeof *sites, by_outcome);
    for (size_t i = 0; i < count; i++) {
        struct iq_str place;
        iq_str_init_heap(&place);
        put_place(&place, &sites[i]);
        iq_str_printf(out, "%-8s ", names[sites[i].outcome]);
        iq_safe_put(out, iq_str_text(&place), place.length);
        iq_str_printf(out, ": %s", sites[i].spec);
        if (sites[i].why && *sites[i].why) {
            iq_str_puts(out, ": ");
            iq_safe_put(out, sites[i].why, strlen(sites[i].why));
        }
        iq_str_puts(out, "\n");
        iq_str_finish(&place);
    }
    put_summary(out, sites, count);
    if (count && iq_outcome_is_bad(sites[0].outcome)) {
        iq_str_printf(out, "inquest: to see the first again: inquest --fail '%s'", sites[0].spec);
        for (char **word = argv; *word; word++) {
            iq_str_puts(out, " ");
            iq_rerun_put_word(out, *word);
        }
        iq_str_puts(out, "\n");
    }
}

static void put_member(struct iq_str *out, const char *name, const char *text)
{
    iq_str_printf(out, "\"%s\": ", name);
    if (text)
        iq_str_put_json(out, text);
    else
        iq_str_puts(out, "null");
}

static void put_site(struct iq_str *out, const struct iq_fuzz_site *site)
{
    iq_str_puts(out, "{");
    put_member(out, "outcome", names[site->outcome]);
    iq_str_puts(out, ", ");
    put_member(out, "api", site->api);
    iq_str_puts(out, ", ");
    put_member(out, "code", site->code);
    iq_str_puts(out, ", ");
    put_member(out, "fail", site->spec);
    iq_str_puts(out, ", ");
    put_member(out, "why", site->why && *site->why ? site->why : NULL);
    bool ended = site->outcome != IQ_OUTCOME_UNTRIED && site->outcome != IQ_OUTCOME_HANG;
    if (ended)
        iq_str_printf(out, ", \"status\": %d, ", site->status);
    else
        iq_str_puts(out, ", \"status\": null, ");
    put_member(out, "function", site->frame.function);
    iq_str_puts(out, ", ");
    put_member(out, "file", site->frame.file);
    if (site->frame.file)
        iq_str_printf(out, ", \"line\": %u}", site->frame.line);
    else
        iq_str_puts(out, ", \"line\": null}");
}

void iq_fuzz_put_json(struct iq_str *out, struct iq_fuzz_site *sites, size_t count, char **argv)
{
    qsort(sites, count, sizeof *sites, by_outcome);
    iq_str_puts(out, "{\"argv\": [");
    for (char **word = argv; *word; word++) {
        iq_str_puts(out, word == argv ? "" : ", ");
        iq_str_put_json(out, *word);
    }
    iq_str_puts(out, "],\n \"summary\": {");
    for (int outcome = 0; outcome < IQ_OUTCOMES; outcome++) {
        size_t number = 0;
        for (size_t i = 0; i < count; i++)
            number += sites[i].outcome == (enum iq_outcome)outcome;
        iq_str_printf(out, "%s\"%s\": %zu", outcome ? ", " : "", names[outcome], number);
    }
    iq_str_puts(out, "},\n \"sites\": [");
    for (size_t i = 0; i < count; i++) {
        iq_str_puts(out, i ? ",\n  " : "\n  ");
        put_site(out, &sites[i]);
    }
    iq_str_puts(out, count ? "\n ]}\n" : "]}\n");
}

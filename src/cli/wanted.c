#include "cli/wanted.h"

#include <inttypes.h>
#include <stdlib.h>

int iq_wanted_open(struct iq_wanted *wanted, const struct iq_options *options, struct iq_str *error)
{
    const char *suppressions = options->value[IQ_OPTION_SUPPRESSIONS],
               *baseline = options->value[IQ_OPTION_BASELINE];
    wanted->filter = (struct iq_filter){
        .suppressions = &wanted->suppressions,
        .baseline = &wanted->baseline,
        .rules = options->value[IQ_OPTION_RULES],
        .no_rules = options->value[IQ_OPTION_NO_RULES],
        .max = (uint64_t)atoll(options->value[IQ_OPTION_MAX]),
    };
    int failed =
        suppressions ? iq_suppressions_read(&wanted->suppressions, suppressions, error) : 0;
    return failed || !baseline ? failed : iq_baseline_read(&wanted->baseline, baseline, error);
}

void iq_wanted_finish(struct iq_wanted *wanted)
{
    iq_suppressions_finish(&wanted->suppressions);
    iq_baseline_finish(&wanted->baseline);
}

void iq_wanted_apply(struct iq_wanted *wanted, struct iq_document *document)
{
    iq_filter_apply(&wanted->filter, document, &wanted->filtered);
}

bool iq_wanted_has(struct iq_wanted *wanted, const struct iq_document *document,
                   const struct iq_finding *finding)
{
    return iq_filter_keeps(&wanted->filter, document, finding, &wanted->filtered);
}

void iq_wanted_apply_live(const struct iq_wanted *wanted, struct iq_document *document)
{
    struct iq_filter filter = wanted->filter;
    struct iq_filtered filtered = { 0 };
    filter.max = 0;
    iq_filter_apply(&filter, document, &filtered);
}

static void say(uint64_t count, const char *what)
{
    if (count)
        fprintf(stderr, "inquest: %" PRIu64 " finding%s %s\n", count, count == 1 ? "" : "s", what);
}

void iq_wanted_say(const struct iq_wanted *wanted)
{
    say(wanted->filtered.suppressed, "suppressed");
    say(wanted->filtered.known, "omitted (in the baseline)");
}

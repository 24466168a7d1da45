#include "rules/faults/kernel_coverage.h"

#include <stdio.h>

#include "api_cuda/soft_site.h"
#include "call/cause.h"
#include "call/findings.h"
#include "model/entry.h"

enum { TEXT_BYTES = 200 };

void iq_core_coverage_short(const struct iq_coverage *coverage)
{
    char message[TEXT_BYTES];
    const struct iq_soft_site *site = coverage->site;
    if (!coverage->launches) /* without checks a GPU's are not counted */
        snprintf(message, sizeof message,
                 "no kernel launch was checked inside, and %u %% of them have to be",
                 coverage->percent);
    else
        snprintf(message, sizeof message,
                 "only %llu of %llu kernel launches were checked inside, less than %u %%",
                 (unsigned long long)coverage->checked, (unsigned long long)coverage->launches,
                 coverage->percent);
    struct iq_finding finding = {
        .rule = IQ_RULE_COVERAGE,
        .severity = IQ_ERROR,
        .arg_index = -1,
        .object_device = -1,
        .count = 1,
        .message = message,
        .cause = coverage->reasons,
        .fix =
            coverage->is_off
                ? "run with --kernel-checks=bounds, or require less coverage"
                : "build with PTX (nvcc -gencode arch=compute_XX,code=compute_XX), or require less coverage"
    };
    if (site && site->ref.entry) {
        finding.api = site->ref.entry->name;
        finding.entry = site->ref.entry->symbol;
        finding.stack_call = site->ref.stack;
    }
    iq_findings_add(&finding, iq_cause(IQ_CAUSE_COVERAGE, 0), 0, true);
}

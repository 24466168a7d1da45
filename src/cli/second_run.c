#include "cli/second_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/errors.h"

enum { ILLEGAL_ADDRESS = 700, INVALID_ADDRESS_SPACE = 717, LAUNCH_FAILED = 719 };

static bool is_memory_fault(const struct iq_finding *finding)
{
    return finding->has_result &&
           (finding->result_code == ILLEGAL_ADDRESS ||
            finding->result_code == INVALID_ADDRESS_SPACE || finding->result_code == LAUNCH_FAILED);
}

bool iq_second_run_would_help(const struct iq_document *document)
{
    if (!document->device_kind || strcmp(document->device_kind, "real") != 0)
        return false;
    for (size_t i = 0; i < document->findings.count; i++) {
        const struct iq_finding *finding = &document->findings.data[i];
        const char *rule = finding->rule_text;
        if (!finding->kernel_site && rule &&
            (!strcmp(rule, "kernel-out-of-bounds") ||
             (!strcmp(rule, "earlier-fault") && is_memory_fault(finding))))
            return true;
    }
    return false;
}

/* A copy of [path] with ".rerun" in front of the suffix of its last part; "-" stays. */
static const char *own_name(const char *path)
{
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    const char *dot = strrchr(file, '.');
    size_t stem = dot && dot > file ? (size_t)(dot - path) : strlen(path);
    char *name = NULL;
    if (!strcmp(path, "-"))
        return strdup(path);
    return asprintf(&name, "%.*s.rerun%s", (int)stem, path, path + stem) < 0 ? NULL : name;
}

int iq_second_run_options(struct iq_options *options)
{
    options->value[IQ_OPTION_KERNEL_CHECKS] = "bounds";
    options->given[IQ_OPTION_KERNEL_CHECKS] = true;
    for (int i = 0; i < options->output_count; i++)
        if (!(options->outputs[i] = own_name(options->outputs[i])))
            return IQ_ENOMEM;
    return 0;
}

void iq_second_run_finish(struct iq_options *options)
{
    for (int i = 0; i < options->output_count; i++)
        free((char *)(uintptr_t)options->outputs[i]);
}

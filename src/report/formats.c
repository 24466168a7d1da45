#include <string.h>

#include "report/report.h"

static const struct iq_report_format formats[] = {
#define FORMAT(name, suffix, ops) { name, suffix, &ops },
#include "report/formats.def"
};

int iq_report_flush(struct iq_str *out, const struct iq_report_options *options)
{
    enum { LARGE = 1 << 20 };
    return options->take && out->length >= LARGE ? options->take(options->user, out) : 0;
}

const struct iq_report_format *iq_report_format_get(unsigned n)
{
    return n < sizeof formats / sizeof formats[0] ? &formats[n] : NULL;
}

const struct iq_report_format *iq_report_format_named(const char *name)
{
    for (unsigned n = 0; n < sizeof formats / sizeof formats[0]; n++)
        if (!strcmp(formats[n].name, name))
            return &formats[n];
    return NULL;
}

const struct iq_report_format *iq_report_format_of_path(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (unsigned n = 0; dot && n < sizeof formats / sizeof formats[0]; n++)
        if (!strcmp(formats[n].suffix, dot))
            return &formats[n];
    return dot && !strcmp(dot, ".htm") ? iq_report_format_named("html") : NULL;
}

// link: report trace base
/* The trace reader on arbitrary bytes: never crashes, never reads outside, and what it accepts can be rendered. */
#include <stddef.h>
#include <stdint.h>

#include "report/report.h"
#include "trace/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_document document;
    const struct iq_document *one = &document;
    const struct iq_report_options options = { .verbose = true, .no_source = true };
    iq_document_init(&document);
    if (!iq_trace_parse(&document, data, size)) {
        for (size_t i = 0; i < document.stacks.count; i++)     /* as if resolved, without looking at files */
            document.stacks.data[i].frames = document.stacks.data[i].interpreter,
            document.stacks.data[i].interpreter = (iq_frames){0};
        for (unsigned n = 0; iq_report_format_get(n); n++) {
            struct iq_str text;
            if (iq_report_format_get(n) == iq_report_format_named("html"))
                continue;       /* it reads source files */
            iq_str_init_heap(&text);
            iq_report_format_get(n)->ops->render(&text, &one, 1, &options);
            iq_str_finish(&text);
        }
    }
    iq_document_finish(&document);
    return 0;
}

// link: report trace base
/* The reader of saved reports on arbitrary bytes; what it accepts survives a round trip through the JSON writer. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "report/report.h"

static void finish(struct iq_document *documents, size_t count)
{
    for (size_t i = 0; i < count; i++)
        iq_document_finish(&documents[i]);
    free(documents);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_document *documents, *again;
    size_t count, count_again;
    struct iq_str error, text;
    const struct iq_report_options options = {0};
    iq_str_init_heap(&error);
    if (!iq_report_read_json((const char *)data, size, NULL, &documents, &count, &error)) {
        const struct iq_document **list = calloc(count + 1, sizeof *list);
        for (size_t i = 0; i < count; i++)
            list[i] = &documents[i];
        iq_str_init_heap(&text);
        iq_report_format_named("json")->ops->render(&text, list, count, &options);
        if (iq_report_read_json(iq_str_text(&text), text.length, NULL, &again, &count_again, &error) || count_again != count)
            abort();
        finish(again, count_again);
        iq_str_finish(&text);
        free(list);
        finish(documents, count);
    }
    iq_str_finish(&error);
    return 0;
}

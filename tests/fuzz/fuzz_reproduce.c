// link: report reproduce trace base
/* Recorded calls of saved reports on arbitrary bytes: a program is written for each finding, or a reason why not. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "report/report.h"
#include "reproduce/reproduce.h"

static void write_all(const struct iq_document *document)
{
    for (size_t i = 0; i < document->findings.count && i < 16; i++) {
        struct iq_str text, why;
        iq_str_init_heap(&text);
        iq_str_init_heap(&why);
        if (!iq_reproduce_write(&text, document, &document->findings.data[i], "case.c", &why) && !text.length)
            abort();
        iq_str_finish(&text);
        iq_str_finish(&why);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_document *documents;
    size_t count;
    struct iq_str error;
    iq_str_init_heap(&error);
    if (!iq_report_read_json((const char *)data, size, NULL, &documents, &count, &error)) {
        for (size_t i = 0; i < count; i++) {
            write_all(&documents[i]);
            iq_document_finish(&documents[i]);
        }
        free(documents);
    }
    iq_str_finish(&error);
    return 0;
}

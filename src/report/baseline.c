#include "report/baseline.h"

#include <stdlib.h>

#include "base/fd.h"
#include "report/report.h"
#include "report/view.h"

enum { FILE_LIMIT = 1 << 30 };

static int add(struct iq_baseline *baseline, const struct iq_document *document)
{
    for (size_t i = 0; i < document->findings.count; i++) {
        uint64_t key = iq_view_fingerprint(document, &document->findings.data[i]);
        if (iq_map_set(&baseline->fingerprints, key, baseline))
            return IQ_ENOMEM;
    }
    return 0;
}

int iq_baseline_read(struct iq_baseline *baseline, const char *path, struct iq_str *error)
{
    char *data;
    size_t size, count = 0;
    struct iq_document *documents = NULL;
    int failed = iq_fd_read_file(path, FILE_LIMIT, &data, &size);
    if (failed) {
        iq_str_printf(error, "cannot read %s: %s", path, iq_strerror(failed));
        return failed;
    }
    struct iq_str reason;
    iq_str_init_heap(&reason);
    failed = iq_report_read_json(data, size, NULL, &documents, &count, &reason);
    free(data);
    if (failed)
        iq_str_printf(error, "%s: %s", path,
                      reason.length ? iq_str_text(&reason) : iq_strerror(failed));
    iq_str_finish(&reason);
    for (size_t i = 0; i < count && !failed; i++)
        failed = add(baseline, &documents[i]);
    for (size_t i = 0; i < count; i++)
        iq_document_finish(&documents[i]);
    free(documents);
    return failed;
}

void iq_baseline_finish(struct iq_baseline *baseline) { iq_map_finish(&baseline->fingerprints); }

bool iq_baseline_has(const struct iq_baseline *baseline, const struct iq_document *document,
                     const struct iq_finding *finding)
{
    return iq_map_get(&baseline->fingerprints, iq_view_fingerprint(document, finding));
}

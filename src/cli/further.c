#include "cli/further.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/errors.h"
#include "report/symbols.h"
#include "report/view.h"
#include "trace/reader.h"

static int read_part(void *user, const struct iq_document *document, size_t n,
                     struct iq_document *part)
{
    const struct iq_further_reader *reader = user;
    const struct iq_further *further = &document->further;
    const char *slash = strrchr(further->trace, '/');
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%.*s/%s", slash ? (int)(slash - further->trace) : 0,
             further->trace, further->files.data[n]);
    int error = iq_trace_read_part(part, further->trace, path);
    if (error)
        return error;
    part->trace = document->trace;
    part->perf_map = document->perf_map;
    error = reader->but_notes ? iq_symbols_resolve_but_notes(part) : iq_symbols_resolve(part);
    if (reader->wanted)
        iq_wanted_apply_live(reader->wanted, part);
    return error;
}

/* Adds up what is in [part]. */
static int count(struct iq_further *further, const struct iq_document *part)
{
    int error = 0;
    for (size_t i = 0; i < part->findings.count && !error; i++) {
        const struct iq_finding *finding = &part->findings.data[i];
        uint64_t site = iq_view_site(part, finding);
        uintptr_t before = (uintptr_t)iq_map_get(&further->sites, site);
        error = iq_map_set(&further->sites, site, (void *)(before + 1));
        further->severity[finding->severity]++;
    }
    return error;
}

static void say_lost(struct iq_document *document, size_t lost, int error)
{
    char text[160];
    int length =
        snprintf(text, sizeof text, "%zu file%s of findings of this process could not be read: %s",
                 lost, lost == 1 ? "" : "s", iq_strerror(error));
    IQ_DROP(
        iq_vec_push(&document->messages,
                    (struct iq_message){
                        .level = 2, .text = iq_document_copy(document, text, (size_t)length) }));
}

/* They are over the maximum: counted only. */
static void leave_out(struct iq_document *document)
{
    for (int i = IQ_NOTE; i <= IQ_ERROR; i++) {
        document->folded[i] += document->further.severity[i];
        document->further.severity[i] = 0;
    }
    document->further.files.count = 0;
    iq_map_finish(&document->further.sites);
}

void iq_further_prepare(struct iq_further_reader *reader, struct iq_document *document)
{
    struct iq_further *further = &document->further;
    size_t kept = 0, lost = 0;
    int why = 0;
    further->read = read_part;
    further->user = reader;
    for (size_t n = 0; n < further->files.count; n++) {
        struct iq_document part;
        iq_document_init(&part);
        int error = read_part(reader, document, n, &part);
        if (!error)
            error = count(further, &part);
        iq_document_finish(&part);
        if (error) {
            lost++;
            why = error;
        } else
            further->files.data[kept++] = further->files.data[n];
    }
    further->files.count = kept;
    uint64_t max = reader->wanted ? reader->wanted->filter.max : 0;
    if (max && document->findings.count >= max)
        leave_out(document);
    if (lost)
        say_lost(document, lost, why);
}

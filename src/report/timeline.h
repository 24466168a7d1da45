/* The calls near findings, as timelines draw them: chosen from those that a run recorded, or those
 * that a saved report has.
 * Owner: the caller of iq_timeline_open; the document must not change meanwhile.  Threads: one. */
#ifndef IQ_REPORT_TIMELINE_H
#define IQ_REPORT_TIMELINE_H

#include "base/arena.h"
#include "base/map.h"
#include "trace/document.h"

struct iq_timeline {
    IQ_VEC(struct iq_timeline_call) calls; /* as they began */
    IQ_VEC(const char *) lanes;            /* names of streams */
    struct iq_map figures;                 /* finding -> struct iq_timeline_figure */
    struct iq_arena arena;
};

/* Chooses at most [most] calls: those of the first findings, with all that these name.  Returns 0,
 * IQ_ENOMEM; iq_timeline_close in any case. */
int iq_timeline_open(struct iq_timeline *timeline, const struct iq_document *document, size_t most);
/* The same of all calls that were recorded. */
int iq_timeline_open_all(struct iq_timeline *timeline, const struct iq_document *document);
void iq_timeline_close(struct iq_timeline *timeline);

/* NULL: the calls of [finding] were not kept. */
const struct iq_timeline_figure *iq_timeline_of(const struct iq_timeline *timeline,
                                                const struct iq_finding *finding);

#endif

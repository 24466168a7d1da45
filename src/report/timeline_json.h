/* Timelines in a JSON report: the calls near its findings, so that pages can be made of saved
 * reports.  Threads: one. */
#ifndef IQ_REPORT_TIMELINE_JSON_H
#define IQ_REPORT_TIMELINE_JSON_H

#include <jansson.h>

#include "report/timeline.h"

/* Most calls that a report keeps of one process. */
enum { IQ_TIMELINE_MOST = 20000 };

/* Adds the member "timeline" to [root], of a document; nothing if it has no calls.  With [by_id]
 * also the figures of all findings by their ids: of JSON lines, where a finding may have been
 * written before its calls were known. */
void iq_timeline_put_calls(json_t *root, const struct iq_timeline *timeline,
                           const struct iq_document *document, bool by_id);

/* ... and to [object], of a finding. */
void iq_timeline_put_figure(json_t *object, const struct iq_timeline *timeline,
                            const struct iq_finding *finding);

/* Back again; calls first.  Return 0, IQ_EFORMAT, IQ_ENOMEM. */
int iq_timeline_read_calls(struct iq_document *document, json_t *root);
int iq_timeline_read_figure(struct iq_document *document, json_t *object,
                            struct iq_finding *finding);

#endif

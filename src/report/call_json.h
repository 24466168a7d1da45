/* The recorded calls in a JSON report: those that lead to its findings, so that they can be made
 * again from the report alone.  Threads: one. */
#ifndef IQ_REPORT_CALL_JSON_H
#define IQ_REPORT_CALL_JSON_H

#include <jansson.h>

#include "reproduce/slice.h"

/* Adds the member "recorded" to [root], of a document: all calls that its findings need.  Nothing
 * if none were recorded.  Returns 0, IQ_ENOMEM. */
int iq_recorded_put_calls(json_t *root, struct iq_slicer *slicer);

/* ... and to [object], of a finding: their numbers.  Returns 0, IQ_ENOMEM. */
int iq_recorded_put_numbers(json_t *object, struct iq_slicer *slicer,
                            const struct iq_finding *finding);

/* Adds to "recorded" of [root] the numbers of all findings, by their ids: of JSON lines, where a
 * finding may have been written before its calls were known.  Returns 0, IQ_ENOMEM. */
int iq_recorded_put_all_numbers(json_t *root, struct iq_slicer *slicer);

/* Back again.  Return 0, IQ_EFORMAT, IQ_ENOMEM. */
int iq_recorded_read_calls(struct iq_document *document, json_t *root);
int iq_recorded_read_numbers(struct iq_document *document, json_t *object,
                             struct iq_finding *finding);

#endif

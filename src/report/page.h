/* What a page of --format html holds besides its findings: style, script, and the recorded calls
 * that its timelines show.  Threads: one. */
#ifndef IQ_REPORT_PAGE_H
#define IQ_REPORT_PAGE_H

#include "base/str.h"
#include "report/recorded.h"

/* Lines, NULL at the end; the hash by which a browser knows the script. */
extern const char *const iq_page_style[], *const iq_page_script[];
extern const char iq_page_script_hash[];

/* The recorded calls of one document; those that a finding shows are on the page, once. */
struct iq_page_calls {
    struct iq_recorded recorded;
    uint32_t *places; /* of each recorded call: 0: it is not on the page; else its place + 1 */
};

/* Chooses the calls around each finding of [document].  Returns 0, IQ_ENOMEM; iq_page_calls_finish
 * in any case. */
int iq_page_calls_init(struct iq_page_calls *calls, const struct iq_document *document);
void iq_page_calls_finish(struct iq_page_calls *calls);

/* Appends where the timeline of [finding] is to be drawn; nothing if its call was not kept.
 * [number] names the document. */
void iq_page_put_figure(struct iq_str *out, const struct iq_page_calls *calls, size_t number,
                        const struct iq_finding *finding);

/* Appends the calls, as data for the script; nothing if there are none. */
void iq_page_put_calls(struct iq_str *out, const struct iq_page_calls *calls, size_t number);

#endif

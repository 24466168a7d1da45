/* What a page of --format html holds besides its findings: style, script, and the calls that its
 * timelines show.  Threads: one. */
#ifndef IQ_REPORT_PAGE_H
#define IQ_REPORT_PAGE_H

#include "base/str.h"
#include "report/timeline.h"

/* Lines, NULL at the end; the hash by which a browser knows the script. */
extern const char *const iq_page_style[], *const iq_page_script[];
extern const char iq_page_script_hash[];

/* Appends where the timeline of [finding] is to be drawn; nothing if its calls were not kept.
 * [number] names the document. */
void iq_page_put_figure(struct iq_str *out, const struct iq_timeline *timeline, size_t number,
                        const struct iq_finding *finding);

/* Appends the calls, as data for the script; nothing if there are none. */
void iq_page_put_calls(struct iq_str *out, const struct iq_timeline *timeline, size_t number);

#endif

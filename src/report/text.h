/* The form for people, of a single finding: for formats that hold it inside another form.
 * Stateless.  Threads: one (the launcher's). */
#ifndef IQ_REPORT_TEXT_H
#define IQ_REPORT_TEXT_H

#include "report/report.h"
#include "report/view.h"

/* Appends what the text format says about [group], with an empty line at the end. */
void iq_text_put_finding(struct iq_str *out, const struct iq_view_group *group,
                         const struct iq_report_options *options);

#endif

/* Functions of the CUDA runtime's C++ header that call one of another name: a report has the name
 * that stands in the program. */
#ifndef IQ_REPORT_OVERLOAD_H
#define IQ_REPORT_OVERLOAD_H

#include "trace/document.h"

/* The name of the first of [frames], innermost first, that is such a function; NULL: none is. */
const char *iq_overload_of(const iq_frames *frames);

/* [text] with the name that was [written] in place of what its function calls; NULL: [text] does
 * not have that.  The document owns it. */
const char *iq_overload_put(struct iq_document *document, const char *written, const char *text);

#endif

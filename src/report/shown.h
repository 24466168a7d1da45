/* How frames are shown to people: paths in one form, names without what compilers and libraries put
 * into them, libraries by their names.
 * Stateless but for the current folder, which is asked for once.  Threads: one (the launcher's). */
#ifndef IQ_REPORT_SHOWN_H
#define IQ_REPORT_SHOWN_H

#include "base/str.h"
#include "trace/document.h"

/* Appends the path of [frame]'s file: relative to the current folder if it is below it, else as
 * absolute as it is known; "a/../b" is "b". */
void iq_shown_path(struct iq_str *out, const struct iq_frame *frame);

/* Appends [function] shortened: without the namespaces of versions (THRUST_200802_SM_900_NS::), ABI
 * tags, and what numba adds; long lists of template arguments become <...>. */
void iq_shown_function(struct iq_str *out, const char *function);

/* Appends the name of the library that [frame] is inside: "thrust", "cupy", "torch_cpu". */
void iq_shown_library(struct iq_str *out, const struct iq_frame *frame);

#endif

/* Names of C++ functions as people write them.  Uses the machine's libstdc++ when there is one.
 * Threads: one (the launcher's). */
#ifndef IQ_REPORT_DEMANGLE_H
#define IQ_REPORT_DEMANGLE_H

#include "base/str.h"

/* Appends [name] without mangling, return type and parameters ("ns::Box<int>::put"); names that are
 * not mangled, and those that nobody understands, as they are. */
void iq_demangle(const char *name, struct iq_str *out);

/* Appends [text] with every mangled name in it (a word that starts with _Z) as above, by [put]; one
 * in single quotes stays as it is. */
void iq_demangle_words(const char *text, struct iq_str *out,
                       void (*put)(struct iq_str *out, const char *name));

#endif

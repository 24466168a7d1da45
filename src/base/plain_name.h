/* Names of compilers as people write them, without a C++ library: for the lines that the guest
 * itself writes; reports have iq_demangle.
 * Pure functions; any thread, async-signal-safe; text is the caller's. */
#ifndef IQ_BASE_PLAIN_NAME_H
#define IQ_BASE_PLAIN_NAME_H

#include "base/str.h"

/* Appends [name], mangled by C++ or made by Numba or Cython, as in the source: "ns::scale<float>".
 * Template arguments of more than a type or a number are "...", so are those that [name] was cut
 * off in.  What is not understood, or not mangled, is appended as it is. */
void iq_plain_name_put(struct iq_str *out, const char *name);

/* The function in the .pyx file that [name] was made of by Cython, "__pyx_pw_4copy_3sum"; *length
 * is its length.  NULL: none. */
const char *iq_plain_name_of_cython(const char *name, size_t *length);

#endif

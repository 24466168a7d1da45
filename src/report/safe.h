/* Text of a program, a file or a saved report, made fit to be shown: control characters, of which
 * some drive terminals and some turn the direction of writing, are spelled out.
 * Stateless, any thread. */
#ifndef IQ_REPORT_SAFE_H
#define IQ_REPORT_SAFE_H

#include <stdbool.h>

#include "base/str.h"

/* Bytes of the character at [text], of which [length] > 0 bytes are left; *control: it is to be
 * spelled out (also what is no UTF-8, byte by byte). */
size_t iq_safe_character(const char *text, size_t length, bool *control);

/* Appends [length] bytes; control characters become \x1b. */
void iq_safe_put(struct iq_str *out, const char *text, size_t length);

/* Appends [length] bytes to HTML or XML, as text or between double quotes; line feeds and tabs
 * stay. */
void iq_safe_put_markup(struct iq_str *out, const char *text, size_t length);

/* Appends a C string as iq_safe_put does, but line feeds stay. */
void iq_safe_put_lines(struct iq_str *out, const char *text);

#endif

/* String builder, over the caller's buffer (bounded, marks truncation) or on the heap (grows).
 * Owner: whoever declares it.  Threads: none of its own.  The text always ends with a NUL. */
#ifndef IQ_BASE_STR_H
#define IQ_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/contract.h"

struct iq_str {
    char *data;
    size_t length, capacity; /* capacity includes the NUL */
    bool heap;
    bool truncated; /* something did not fit, or memory ran out */
};

/* Starts an empty string in [buffer] of [size] bytes, size >= 1. */
IQ_NONNULL void iq_str_init_buffer(struct iq_str *str, char *buffer, size_t size);

/* Starts an empty string on the heap; iq_str_finish or iq_str_take ends it. */
IQ_NONNULL void iq_str_init_heap(struct iq_str *str);

/* Append: formatted text; [length] bytes; a C string; a JSON string literal with its quotes
 * (invalid UTF-8 becomes U+FFFD, controls are escaped). */
void iq_str_printf(struct iq_str *str, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void iq_str_vprintf(struct iq_str *str, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
void iq_str_put(struct iq_str *str, const char *text, size_t length);
void iq_str_puts(struct iq_str *str, const char *text);
void iq_str_put_json(struct iq_str *str, const char *text);

/* Appends a character as JSON escapes it, "\u009b", one beyond U+FFFF as two of them. */
IQ_NONNULL void iq_str_put_escaped(struct iq_str *str, unsigned code);

/* Bytes of the well-formed UTF-8 character at [text], of which [length] > 0 bytes are left; 0:
 * there is none.  *code: the character. */
IQ_NONNULL size_t iq_str_character(const char *text, size_t length, unsigned *code);

/* Is it a character that drives terminals (C0, DEL, C1), separates lines or paragraphs, or turns or
 * isolates directions, or is it none at all? */
bool iq_str_is_control(unsigned code);

/* The text; borrowed, valid until the next append. */
IQ_NONNULL const char *iq_str_text(const struct iq_str *str);

/* Transfers a heap string to the caller, who frees it; NULL if memory ran out at the start. */
IQ_NODISCARD IQ_NONNULL char *iq_str_take(struct iq_str *str);

/* Frees a heap string; harmless for buffers. */
void iq_str_finish(struct iq_str *str);

#endif

#include "base/str.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void iq_str_init_buffer(struct iq_str *str, char *buffer, size_t size)
{
    *str = (struct iq_str){ .data = buffer, .capacity = size };
    buffer[0] = '\0';
}

void iq_str_init_heap(struct iq_str *str) { *str = (struct iq_str){ .heap = true }; }

/* Makes room for [extra] bytes and a NUL.  Returns how many bytes may be written. */
static size_t room(struct iq_str *str, size_t extra)
{
    if (str->heap && extra < SIZE_MAX / 4 && str->length + extra + 1 > str->capacity) {
        size_t wanted = (str->length + extra + 1) * 2;
        char *grown = realloc(str->data, wanted);
        if (grown) {
            str->data = grown;
            str->capacity = wanted;
        }
    }
    size_t left = str->capacity ? str->capacity - str->length - 1 : 0;
    if (left < extra)
        str->truncated = true;
    return left < extra ? left : extra;
}

void iq_str_put(struct iq_str *str, const char *text, size_t length)
{
    length = room(str, length);
    if (!str->capacity)
        return;
    if (length)
        memcpy(str->data + str->length, text, length);
    str->length += length;
    str->data[str->length] = '\0';
}

void iq_str_puts(struct iq_str *str, const char *text) { iq_str_put(str, text, strlen(text)); }

void iq_str_vprintf(struct iq_str *str, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int needed = vsnprintf(NULL, 0, format, args);
    if (needed > 0) {
        size_t fits = room(str, (size_t)needed);
        if (str->capacity) {
            vsnprintf(str->data + str->length, fits + 1, format, again);
            str->length += fits;
        }
    }
    va_end(again);
}

void iq_str_printf(struct iq_str *str, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    iq_str_vprintf(str, format, args);
    va_end(args);
}

/* Bytes of the well-formed UTF-8 sequence at [s], 0 if there is none. */
static size_t utf8_length(const unsigned char *s)
{
    if (s[0] < 0x80)
        return 1;
    size_t n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

void iq_str_put_json(struct iq_str *str, const char *text)
{
    static const char escaped[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    iq_str_put(str, "\"", 1);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        const char *hit = strchr(escaped, *s);
        size_t length = utf8_length(s);
        if (hit)
            iq_str_printf(str, "\\%c", letter[hit - escaped]);
        else if (*s < 0x20 || *s == 0x7f)
            iq_str_printf(str, "\\u%04x", *s);
        else if (!length)
            iq_str_puts(str, "\xef\xbf\xbd");
        else
            iq_str_put(str, (const char *)s, length);
        s += length ? length : 1;
    }
    iq_str_put(str, "\"", 1);
}

const char *iq_str_text(const struct iq_str *str) { return str->data ? str->data : ""; }

char *iq_str_take(struct iq_str *str)
{
    char *data = str->heap ? str->data : NULL;
    if (str->heap && !data)
        data = calloc(1, 1);
    *str = (struct iq_str){ .heap = true };
    return data;
}

void iq_str_finish(struct iq_str *str)
{
    if (str->heap)
        free(str->data);
    *str = (struct iq_str){ .heap = str->heap };
}

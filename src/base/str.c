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

/* Bytes of a UTF-8 character that begins with [first]; 0: none does. */
static size_t width_of(unsigned char first)
{
    return first < 0x80                    ? 1
           : first >= 0xc2 && first < 0xe0 ? 2
           : first >= 0xe0 && first < 0xf0 ? 3
           : first >= 0xf0 && first < 0xf5 ? 4
                                           : 0;
}

size_t iq_str_character(const char *text, size_t length, unsigned *code)
{
    static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 }; /* shorter ones are overlong */
    const unsigned char *bytes = (const unsigned char *)text;
    size_t width = width_of(bytes[0]);
    bool valid = width && width <= length;
    *code = width < 2 ? bytes[0] : bytes[0] & (0x7fu >> width);
    for (size_t i = 1; valid && i < width; i++) {
        valid = (bytes[i] & 0xc0) == 0x80;
        *code = *code << 6 | (bytes[i] & 0x3fu);
    }
    valid =
        valid && *code >= least[width] && *code <= 0x10ffff && (*code < 0xd800 || *code > 0xdfff);
    return valid ? width : 0;
}

bool iq_str_is_control(unsigned code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069) || (code & 0xfffe) == 0xfffe;
}

void iq_str_put_escaped(struct iq_str *str, unsigned code)
{
    enum { FIRST_OF_TWO = 0x10000, HIGH = 0xd800, LOW = 0xdc00, BITS = 10 };
    unsigned rest = code - FIRST_OF_TWO;
    if (code < FIRST_OF_TWO)
        iq_str_printf(str, "\\u%04x", code);
    else
        iq_str_printf(str, "\\u%04x\\u%04x", HIGH + (rest >> BITS),
                      LOW + (rest & ((1u << BITS) - 1)));
}

void iq_str_put_json(struct iq_str *str, const char *text)
{
    static const char escaped[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    iq_str_put(str, "\"", 1);
    for (const char *s = text, *end = text + strlen(text); s < end;) {
        const char *hit = strchr(escaped, *s);
        unsigned code;
        size_t length = iq_str_character(s, (size_t)(end - s), &code);
        if (hit)
            iq_str_printf(str, "\\%c", letter[hit - escaped]);
        else if (!length)
            iq_str_puts(str, "\xef\xbf\xbd");
        else if (iq_str_is_control(code))
            iq_str_put_escaped(str, code);
        else
            iq_str_put(str, s, length);
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

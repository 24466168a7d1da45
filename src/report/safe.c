#include "report/safe.h"

#include <string.h>

/* Bytes of a UTF-8 character that begins with [first]; 0: none does. */
static size_t width_of(unsigned char first)
{
    return first < 0x80                    ? 1
           : first >= 0xc2 && first < 0xe0 ? 2
           : first >= 0xe0 && first < 0xf0 ? 3
           : first >= 0xf0 && first < 0xf5 ? 4
                                           : 0;
}

/* C1 controls, separators of lines and paragraphs, marks that turn or isolate directions, what is
 * no character. */
static bool is_control(unsigned code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069) || (code & 0xfffe) == 0xfffe;
}

size_t iq_safe_character(const char *text, size_t length, bool *control)
{
    static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 }; /* shorter ones are overlong */
    const unsigned char *bytes = (const unsigned char *)text;
    size_t width = width_of(bytes[0]);
    unsigned code = width < 2 ? bytes[0] : bytes[0] & (0x7fu >> width);
    bool valid = width && width <= length;
    for (size_t i = 1; valid && i < width; i++) {
        valid = (bytes[i] & 0xc0) == 0x80;
        code = code << 6 | (bytes[i] & 0x3fu);
    }
    valid = valid && code >= least[width] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    *control = !valid || is_control(code);
    return valid ? width : 1;
}

void iq_safe_put(struct iq_str *out, const char *text, size_t length)
{
    for (size_t at = 0, width; at < length; at += width) {
        bool control;
        width = iq_safe_character(text + at, length - at, &control);
        if (!control)
            iq_str_put(out, text + at, width);
        for (size_t i = 0; control && i < width; i++)
            iq_str_printf(out, "\\x%02x", (unsigned char)text[at + i]);
    }
}

void iq_safe_put_markup(struct iq_str *out, const char *text, size_t length)
{
    for (size_t i = 0, width; i < length; i += width) {
        bool control;
        width = iq_safe_character(text + i, length - i, &control);
        switch (text[i]) {
        case '<': iq_str_puts(out, "&lt;"); break;
        case '>': iq_str_puts(out, "&gt;"); break;
        case '&': iq_str_puts(out, "&amp;"); break;
        case '"': iq_str_puts(out, "&quot;"); break;
        case '\n':
        case '\t': iq_str_put(out, &text[i], 1); break;
        default: control ? iq_safe_put(out, text + i, width) : iq_str_put(out, text + i, width);
        }
    }
}

void iq_safe_put_lines(struct iq_str *out, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        iq_safe_put(out, text, length);
        text += length;
        if (*text) {
            iq_str_puts(out, "\n");
            text++;
        }
    }
}

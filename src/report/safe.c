#include "report/safe.h"

#include <string.h>

size_t iq_safe_character(const char *text, size_t length, bool *control)
{
    unsigned code;
    size_t width = iq_str_character(text, length, &code);
    *control = !width || iq_str_is_control(code);
    return width ? width : 1;
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

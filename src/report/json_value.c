#include "report/json_value.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/safe.h"

json_t *iq_json_hex(uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "0x%" PRIx64, value);
    return json_string(text);
}

json_t *iq_json_safe(const char *text)
{
    struct iq_str safe;
    iq_str_init_heap(&safe);
    iq_safe_put_lines(&safe, text ? text : "");
    json_t *value = json_string(iq_str_text(&safe));
    iq_str_finish(&safe);
    return value ? value : json_string("?");
}

/* Line feeds stand between values only: in strings they are escaped. */
static void put_escaped(struct iq_str *out, const char *text)
{
    const char *kept = text, *end = text + strlen(text);
    while (text < end) {
        unsigned code;
        size_t width = iq_str_character(text, (size_t)(end - text), &code);
        if (width && code != '\n' && iq_str_is_control(code)) {
            iq_str_put(out, kept, (size_t)(text - kept));
            iq_str_put_escaped(out, code);
            kept = text + width;
        }
        text += width ? width : 1;
    }
    iq_str_put(out, kept, (size_t)(end - kept));
}

char *iq_json_dumps(const json_t *value, size_t flags)
{
    struct iq_str out;
    char *text = json_dumps(value, flags);
    if (!text)
        return NULL;
    iq_str_init_heap(&out);
    put_escaped(&out, text);
    free(text);
    if (!out.truncated)
        return iq_str_take(&out);
    iq_str_finish(&out);
    return NULL;
}

#include "report/json_value.h"

#include <inttypes.h>
#include <stdio.h>

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

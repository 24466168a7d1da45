#include "report/json_value.h"

#include <inttypes.h>
#include <stdio.h>

json_t *iq_json_hex(uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "0x%" PRIx64, value);
    return json_string(text);
}

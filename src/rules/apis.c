/* The tables of all APIs, by enum iq_api_id. */
#include <stddef.h>

#include "call/api.h"

#define API(id, table) extern const struct iq_api table;
#include "model/apis.def"

const struct iq_api *const iq_apis[] = {
#define API(id, table) &table,
#include "model/apis.def"
    NULL
};

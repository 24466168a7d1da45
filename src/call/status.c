#include "call/status.h"

#include "call/api.h"

const char *iq_status_name(enum iq_api_id api, int64_t code)
{
    if ((uint32_t)api >= IQ_API_COUNT)
        return "unknown error";
    for (uint32_t i = 0; i < iq_apis[api]->status_count; i++)
        if (iq_apis[api]->statuses[i].code == code)
            return iq_apis[api]->statuses[i].name;
    return "unknown error";
}

int64_t iq_status_for(const struct iq_call *call, enum iq_answer answer, int arg)
{
    return iq_api_of(call->entry)->answer(call, answer, arg);
}

bool iq_status_is_argument(const struct iq_call *call, int64_t result)
{
    return iq_api_of(call->entry)->is_argument_error(result);
}
bool iq_status_is_handle(const struct iq_call *call, int64_t result)
{
    return iq_api_of(call->entry)->is_handle_error(result);
}
bool iq_status_is_memory(const struct iq_call *call, int64_t result)
{
    return iq_api_of(call->entry)->is_memory_error(result);
}

// link: checker -lzstd -llz4
/* The table of APIs: one for each, in the order of their numbers, with what a call's way asks
 * without looking. */
#include "call/api.h"
#include "checker_world.h"

TEST(one_for_each_number)
{
    int count = 0;
    IQ_FOR_EACH_API(api) {
        CHECK(iq_apis[count++] == api);
        CHECK(api->name && api->statuses && api->status_count);
        CHECK(api->answer && api->is_argument_error && api->is_handle_error &&
              api->is_memory_error);
    }
    CHECK_INT(count, IQ_API_COUNT);
    CHECK(!iq_apis[IQ_API_COUNT]);
}

TEST(rows_lead_to_their_api)
{
    CHECK_STR(iq_api_of(iq_entry_find(IQ_API_OPENCL, "clFinish"))->name, "opencl");
    CHECK_STR(iq_api_of(iq_entry_find(IQ_API_VULKAN, "vkQueueSubmit"))->name, "vulkan");
    CHECK(iq_api_of(iq_entry_find(IQ_API_CUDART, "cudaMalloc"))->is_runtime);
    CHECK(!iq_api_of(iq_entry_find(IQ_API_CUDA, "cuMemAlloc_v2"))->is_runtime);
}

TEST(codes_are_told_once)
{
    IQ_FOR_EACH_API(api)
        for (uint32_t i = 0; i < api->status_count; i++) {
            CHECK(api->statuses[i].name && *api->statuses[i].name);
            for (uint32_t k = 0; k < i; k++)
                if (api->statuses[i].code == api->statuses[k].code)
                    CHECK_STR(api->statuses[i].name, api->statuses[k].name);
        }
}

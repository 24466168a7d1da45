// link: checker -lzstd -llz4
/* Codes: their names, what they say, and the one that answers a call. */
#include "call/status.h"
#include "checker_world.h"

static struct iq_call call_of(enum iq_api_id api, const char *symbol)
{
    static const uint64_t args[IQ_CALL_ARGS * 2];
    const struct iq_entry *entry = iq_entry_find(api, symbol);
    return (struct iq_call){ .entry = entry, .plan = iq_plan_of(entry), .args = args };
}

TEST(names)
{
    CHECK_STR(iq_status_name(IQ_API_CUDART, 1), "cudaErrorInvalidValue");
    CHECK_STR(iq_status_name(IQ_API_CUDA, 1), "CUDA_ERROR_INVALID_VALUE");
    CHECK_STR(iq_status_name(IQ_API_OPENCL, -30), "CL_INVALID_VALUE");
    CHECK_STR(iq_status_name(IQ_API_VULKAN, -4), "VK_ERROR_DEVICE_LOST");
    CHECK_STR(iq_status_name(IQ_API_CUDA, 123456), "unknown error");
    CHECK_STR(iq_status_name(IQ_API_COUNT, 1), "unknown error");
}

TEST(answers_are_codes_of_the_api)
{
    struct iq_call driver = call_of(IQ_API_CUDA, "cuStreamSynchronize"),
                   queue = call_of(IQ_API_OPENCL, "clFinish");
    CHECK_INT(iq_status_for(&driver, IQ_ANSWER_ARGUMENT, -1), 1);
    CHECK_INT(iq_status_for(&driver, IQ_ANSWER_HANDLE, 0), 400);
    CHECK_INT(iq_status_for(&driver, IQ_ANSWER_NO_CONTEXT, -1), 201);
    CHECK_INT(iq_status_for(&queue, IQ_ANSWER_HANDLE, 0), -36); /* CL_INVALID_COMMAND_QUEUE */
}

TEST(what_codes_say)
{
    struct iq_call driver = call_of(IQ_API_CUDA, "cuMemAlloc_v2"),
                   buffer = call_of(IQ_API_OPENCL, "clCreateBuffer");
    CHECK(iq_status_is_argument(&driver, 1) && !iq_status_is_argument(&driver, 700));
    CHECK(iq_status_is_handle(&driver, 400) && !iq_status_is_handle(&driver, 2));
    CHECK(iq_status_is_memory(&driver, 2) && !iq_status_is_memory(&driver, 1));
    CHECK(iq_status_is_memory(&buffer, -4) && !iq_status_is_memory(&buffer, -30));
    CHECK(iq_status_is_argument(&buffer, -30));
}

// link: checker -lzstd -llz4
/* Plans: what of a call's way its row needs. */
#include "call/plan.h"
#include "checker_world.h"

static const struct iq_plan *plan(enum iq_api_id api, const char *symbol)
{
    return iq_plan_of(iq_entry_find(api, symbol));
}

TEST(made_once)
{
    const struct iq_entry *entry = iq_entry_find(IQ_API_CUDA, "cuMemcpyHtoD_v2");
    CHECK(iq_plan_of(entry) == iq_plan_of(entry) && iq_plan_make(entry) == iq_plan_of(entry));
}

TEST(steps_follow_the_row)
{
    const struct iq_plan *copy = plan(IQ_API_CUDA, "cuMemcpyHtoDAsync_v2"),
                         *launch = plan(IQ_API_CUDA, "cuLaunchKernel"),
                         *wait = plan(IQ_API_CUDA, "cuStreamSynchronize"),
                         *make = plan(IQ_API_CUDA, "cuStreamCreate"),
                         *end = plan(IQ_API_CUDA, "cuStreamDestroy_v2");
    CHECK(copy->steps & IQ_STEP_MEMORY && copy->steps & IQ_STEP_CACHED);
    CHECK(!(copy->steps & IQ_STEP_LAUNCH) && launch->steps & IQ_STEP_LAUNCH);
    CHECK(wait->steps & IQ_STEP_WAIT && !(make->steps & IQ_STEP_WAIT));
    CHECK(make->steps & IQ_STEP_DONE && make->makes == 1);
    CHECK(end->steps & IQ_STEP_FORWARD && end->ends == 1);
    CHECK(plan(IQ_API_VULKAN, "vkQueueSubmit")->steps & IQ_STEP_NEGATIVE);
}

TEST(arguments_by_their_roles)
{
    const struct iq_entry *copy = iq_entry_find(IQ_API_CUDA, "cuMemcpyHtoDAsync_v2");
    CHECK_INT(iq_plan_of(copy)->stream, 3);
    CHECK_INT(iq_plan_of(copy)->writes, 1);
    CHECK_INT(iq_plan_handle_kind(copy, 3), IQ_KIND_STREAM);
    CHECK_INT(plan(IQ_API_CUDA, "cuMemAlloc_v2")->stream, -1);
    CHECK(iq_plan_is_command(iq_entry_find(IQ_API_OPENCL, "clEnqueueWriteBuffer")));
    CHECK(!iq_plan_is_command(iq_entry_find(IQ_API_OPENCL, "clCreateBuffer")));
}

TEST(spaces_by_copy_kind)
{
    const struct iq_entry *copy = iq_entry_find(IQ_API_CUDART, "cudaMemcpy");
    uint32_t to = iq_plan_spaces(&copy->args[0]), from = iq_plan_spaces(&copy->args[1]);
    CHECK_INT(iq_plan_space(to, 1), IQ_SPACE_DEVICE); /* host to device */
    CHECK_INT(iq_plan_space(from, 1), IQ_SPACE_HOST);
    CHECK_INT(iq_plan_space(to, 2), IQ_SPACE_HOST);
    CHECK_INT(iq_plan_space(from, 3), IQ_SPACE_DEVICE);
}

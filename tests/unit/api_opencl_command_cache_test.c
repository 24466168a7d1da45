// link: checker -lzstd -llz4
/* Which commands are looked for among those that were made before: their first arguments are read
 * for that. */
#include "api_opencl/command_cache.h"
#include "call/plan.h"
#include "checker_world.h"

static bool repeats(const char *name)
{
    return iq_plan_of(iq_entry_find(IQ_API_OPENCL, name))->steps & IQ_STEP_CACHED;
}

TEST(commands_with_fewer_arguments_are_not_looked_for)
{
    CHECK(repeats("clEnqueueCopyBuffer"));
    CHECK(repeats("clEnqueueNDRangeKernel"));
    CHECK(repeats("clEnqueueBarrierWithWaitList"));
    CHECK(repeats("clEnqueueWriteBuffer"));
    CHECK(!repeats("clEnqueueSVMMemcpy"));
    CHECK(!repeats("clEnqueueMarker"));
    CHECK(!repeats("clEnqueueBarrier"));
}

// link: checker_bare -lzstd -llz4
/* Sizes and launch geometry that the walker reads out of rows and arguments. */
#include "api_cuda/launch.h"
#include "call/plan.h"
#include "call/thread.h"
#include "call/walk.h"
#include "iq_entries.h"
#include "test.h"

static struct iq_call call_of(uint32_t id, const uint64_t *args)
{
    struct iq_call call = { .entry = &iq_entries[id],
                            .plan = iq_plan_of(&iq_entries[id]),
                            .args = args };
    return call;
}

TEST(linear_sizes)
{
    uint64_t copy[] = { 0x1000, 0x2000, 100, 1 };
    struct iq_call call = call_of(IQ_ID_cudaMemcpy, copy);
    CHECK_INT(iq_walk_size(&call, 0), 100);
    CHECK_INT(iq_walk_size(&call, 1), 100);
    CHECK_INT(iq_walk_size(&call, 2), 0);
    CHECK_INT(iq_walk_space(&call, 0), IQ_SPACE_DEVICE);
    CHECK_INT(iq_walk_space(&call, 1), IQ_SPACE_HOST);
    uint64_t fill[] = { 0x1000, 7, 25 };
    call = call_of(IQ_ID_cuMemsetD32_v2, fill);
    CHECK_INT(iq_walk_size(&call, 0), 100);
    fill[2] = UINT64_MAX / 2;
    CHECK(iq_walk_size(&call, 0) == UINT64_MAX);
}

TEST(rectangles_end_with_their_last_row)
{
    uint64_t copy[] = { 0x1000, 512, 0x2000, 256, 100, 10, 1 };
    struct iq_call call = call_of(IQ_ID_cudaMemcpy2D, copy);
    CHECK_INT(iq_walk_size(&call, 0), 9 * 512 + 100);
    CHECK_INT(iq_walk_size(&call, 2), 9 * 256 + 100);
    copy[5] = 0;
    CHECK_INT(iq_walk_size(&call, 0), 0);
    copy[5] = 1;
    CHECK_INT(iq_walk_size(&call, 0), 100);
    copy[1] = UINT64_MAX / 2;
    copy[5] = 9;
    CHECK(iq_walk_size(&call, 0) == UINT64_MAX);
    uint64_t fill[] = { 0x1000, 512, 7, 25, 4 };
    call = call_of(IQ_ID_cuMemsetD2D32_v2, fill);
    CHECK_INT(iq_walk_size(&call, 0), 3 * 512 + 100);
}

TEST(extended_launch)
{
    struct {
        uint32_t words[8];
        uint64_t stream, attributes, count;
    } config = { { 1, 2, 3, 4, 5, 6, 7, 0 }, 0x99, 0, 0 };
    uint64_t args[] = { (uint64_t)(uintptr_t)&config, 0x5000, 0 };
    struct iq_call call = call_of(IQ_ID_cudaLaunchKernelExC, args);
    struct iq_launch launch;
    CHECK(iq_launch_read(&call, &launch));
    CHECK_INT(launch.function, 0x5000);
    CHECK_INT(launch.grid[2], 3);
    CHECK_INT(launch.block[0], 4);
    CHECK_INT(launch.shared, 7);
    CHECK_INT(iq_walk_launch_config(&call)->stream, 0x99);
    uint64_t plain[] = { 0x5000, 8, 1, 1, 64, 2, 1, 1024, 0, 0, 0 };
    call = call_of(IQ_ID_cuLaunchKernel, plain);
    CHECK(iq_launch_read(&call, &launch));
    CHECK(!iq_walk_launch_config(&call));
    CHECK_INT(launch.grid[0], 8);
    CHECK_INT(launch.block[1], 2);
    CHECK_INT(launch.shared, 1024);
}

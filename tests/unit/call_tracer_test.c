// link: checker -lzstd -llz4
/* Lines of `inquest trace`. */
#include <unistd.h>

#include "call/tracer.h"
#include "checker_world.h"

static const char *line(void)
{
    static char text[512];
    ssize_t length = read(iq_core.config.trace_fd, text, sizeof text - 1);
    text[length > 0 ? length : 0] = 0;
    return text;
}

TEST(one_line_for_each_outermost_call_that_is_wanted)
{
    int ends[2];
    world_begin();
    CHECK(!pipe(ends));
    iq_core.config.trace_fd = -1;
    iq_tracer_start(); /* not wanted */
    iq_core.config.trace_fd = ends[1];
    iq_core.config.trace_filter = "cuMem*,!cuMemAllocHost*";
    iq_tracer_start();
    uint64_t memory = 0x7f2100000000;
    CU("cuMemAlloc_v2", 0, U(&memory), 4096ul);
    CU("cuMemAllocHost_v2", 0, U(&memory), 4096ul);
    world_call(IQ_API_CUDA, "cuCtxSynchronize", 0, 0);
    CU("cuMemFree_v2", 1, 0x10ul);
    iq_core.config.trace_fd = ends[0];
    const char *text = line();
    CHECK(strstr(text, "cuMemAlloc_v2(") && strstr(text, "4096"));
    CHECK(!strstr(text, "cuMemAllocHost") && !strstr(text, "cuCtxSynchronize"));
    CHECK(strstr(text, "cuMemFree_v2(") && strstr(text, "CUDA_ERROR_INVALID_VALUE"));
    iq_core.config.trace_fd = -1;
    close(ends[0]);
    close(ends[1]);
}

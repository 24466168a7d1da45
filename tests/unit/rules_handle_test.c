// link: checker -lzstd -llz4
/* Handles, events, contexts, captures, launches, errors that surface late. */
#include <sys/mman.h>
#include <time.h>

#include "abi/soft_observer.h"
#include "checker_world.h"
#include "rules/faults/kernel.h"

static uint64_t next = 0x55aa00000000;
static char *pages;

/* A handle value that points to mapped memory, as a driver's does. */
static uint64_t fresh(void)
{
    if (!pages)
        pages = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    next += 64;
    return U(pages) + next % (1 << 20);
}

static uint64_t stream(void)
{
    uint64_t s = fresh(), out = s;
    RT("cudaStreamCreate", 0, U(&out));
    return s;
}
static uint64_t event(void)
{
    uint64_t e = fresh(), out = e;
    RT("cudaEventCreate", 0, U(&out));
    return e;
}

TEST(good_handles_are_silent)
{
    uint64_t s = stream(), e = event(), unseen = fresh();
    RT("cudaEventRecord", 0, e, s);
    RT("cudaStreamWaitEvent", 0, s, e, 0ul);
    RT("cudaStreamSynchronize", 0, s);
    RT("cudaStreamSynchronize", 0, 0ul);
    RT("cudaStreamSynchronize", 0, unseen);
    RT("cudaEventQuery", 600, e);
    RT("cudaEventDestroy", 0, e);
    RT("cudaStreamDestroy", 0, s);
    EXPECT_NOTHING();
}

TEST(destroyed)
{
    uint64_t s = stream(), e = event();
    RT("cudaStreamDestroy", 0, s);
    CHECK_INT(RT("cudaStreamSynchronize", 0, s), 400);
    EXPECT("destroyed-handle", "stream");
    CHECK(world_last()->contained);
    CHECK_STR(world_last()->object_kind, "stream");
    CHECK_STR(world_last()->object_state, "destroyed");
    CHECK(world_last()->stack_created && world_last()->stack_destroyed);
    CHECK_STR(world_last()->result_name, "cudaErrorInvalidResourceHandle");
    CHECK_INT(RT("cudaStreamDestroy", 0, s), 400);
    EXPECT_NOTHING(); /* the same cause: a related line */
    CHECK_INT(world_last()->related_count, 1);
    RT("cudaEventDestroy", 0, e);
    CHECK_INT(RT("cudaEventDestroy", 0, e), 400);
    EXPECT("double-destroy", "event");
}

TEST(recreated_value_is_live)
{
    uint64_t s = stream(), out = s;
    RT("cudaStreamDestroy", 0, s);
    CHECK(iq_core_was_destroyed(IQ_KIND_STREAM, s));
    RT("cudaStreamCreate", 0, U(&out));
    CHECK(!iq_core_was_destroyed(IQ_KIND_STREAM, s));
    RT("cudaStreamSynchronize", 0, s);
    EXPECT_NOTHING();
}

/* A value that comes back far more often than is remembered: its lives stay linked both ways, and
 * it is one walk to none of them. */
TEST(value_with_many_lives)
{
    enum { TIMES = 60000 };
    struct iq_call_ref ref = { .number = 1 };
    for (int i = 0; i < TIMES; i++)
        iq_handle_destroy(iq_handle_create(IQ_KIND_VK_FENCE, 0x7fe0, NULL, ref), ref);
    const struct iq_handle *handle = iq_handle_find(IQ_KIND_VK_FENCE, 0x7fe0);
    CHECK_INT(handle->generation, TIMES);
    CHECK(!handle->newer);
    int lives = 1;
    for (; handle->older; handle = handle->older, lives++)
        CHECK(handle->older->newer == handle &&
              handle->older->generation == handle->generation - 1);
    CHECK(lives > 1000 && lives < TIMES / 2);
}

TEST(failed_destroy_is_undone)
{
    uint64_t s = stream();
    RT("cudaStreamDestroy", 999, s);
    world_look();
    RT("cudaStreamSynchronize", 0, s);
    EXPECT_NOTHING();
}

TEST(null_and_unknown)
{
    RT("cudaEventRecord", 400, 0ul, 0ul);
    EXPECT("null-handle", "event");
    RT("cudaStreamDestroy", 400, 0ul);
    EXPECT("null-handle", "stream");
    CHECK_INT(RT("cudaStreamSynchronize", 0, 0x1234ul), 400);
    EXPECT("unknown-handle", "stream");
    CHECK(world_last()->contained);
    CHECK_STR(world_last()->object_state, "never-created");
    uint64_t heap = fresh();
    RT("cudaStreamSynchronize", 400, heap);
    EXPECT("unknown-handle", "stream");
    CHECK(!world_last()->contained);
    CHECK_INT(RT("cudaStreamQuery", 0, heap), 400); /* it was refused once */
    CHECK(world_answered);
    world_look();
    uint64_t e = event();
    RT("cudaStreamSynchronize", 709, e);
    EXPECT("wrong-type-handle", "stream");
    CHECK_STR(world_last()->object_kind, "event");
}

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* [lives] buffers, one after the other, at the same address. */
static double cost_of(int lives, uint64_t value)
{
    double from = seconds();
    for (int i = 0; i < lives; i++) {
        struct iq_handle *handle = iq_handle_create(
            IQ_KIND_CL_BUFFER, value, NULL, (struct iq_call_ref){ .number = (uint64_t)++next });
        iq_handle_destroy(handle, (struct iq_call_ref){ .number = (uint64_t)++next });
    }
    return seconds() - from;
}

TEST(a_value_that_comes_back_is_cheap)
{
    uint64_t value = fresh();
    double first = cost_of(4000, value);
    cost_of(40000, value);
    CHECK(cost_of(4000, value) < 20 * first);
    CHECK(iq_core_was_destroyed(IQ_KIND_CL_BUFFER, value));
}

TEST(event_times)
{
    uint64_t a = event(), b = event(), c = fresh(), out = c;
    float ms;
    RT("cudaEventElapsedTime", 400, U(&ms), a, b);
    EXPECT("unrecorded-event", "start");
    RT("cudaEventCreateWithFlags", 0, U(&out), 2ul);
    RT("cudaEventRecord", 0, c, 0ul);
    RT("cudaEventRecord", 0, b, 0ul);
    RT("cudaEventElapsedTime", 400, U(&ms), c, b);
    EXPECT("no-timing-event", "start");
    RT("cudaEventElapsedTime", 600, U(&ms), b, b);
    EXPECT("not-ready", NULL);
    CHECK_INT(world_last()->severity, IQ_NOTE);
    RT("cudaStreamWaitEvent", 0, 0ul, a, 0ul);
    EXPECT("unrecorded-event", "event");
    CHECK_INT(world_last()->severity, IQ_NOTE);
}

TEST(codes)
{
    int n;
    RT("cudaSetDevice", 101, 99ul);
    EXPECT("bad-device", "device");
    CU("cuDeviceGet", 101, U(&n), 99ul);
    EXPECT("bad-device", "ordinal");
    RT("cudaMemcpyToSymbol", 13, U(&n), U(&n), 4ul, 0ul, 1ul);
    EXPECT("bad-symbol", "symbol");
    static char shadow[40];
    iq_core_register_variable(shadow, "d_sym", 40);
    RT("cudaMemcpyToSymbol", 1, U(shadow), U(&n), 4ul, 40ul, 1ul);
    EXPECT("range-overflow", "count");
    RT("cudaMemcpy", 1, U(shadow), U(&n), 4ul, 1ul);
    EXPECT("bad-symbol", "dst");
}

TEST(modules)
{
    uint64_t m = fresh(), out = m, f = 0;
    CU("cuModuleLoadData", 200, U(&out), U("hello, I am not a module\n"));
    EXPECT("image-not-recognized", "image");
    CU("cuModuleLoad", 301, U(&out), U("no-such-file.cubin"));
    EXPECT("file-not-found", "fname");
    CU("cuModuleLoadData", 218, U(&out),
       U(".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ bogus.op %r1; ret;}\n"));
    EXPECT("ptx-syntax", "image");
    CU("cuModuleLoadData", 218, U(&out),
       U(".version 8.8\n.target sm_120\n.address_size 64\n.visible .entry k(){ret;}\n"));
    EXPECT("ptx-target", "image");
    CU("cuModuleLoadData", 222, U(&out),
       U(".version 99.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n"));
    EXPECT("ptx-version", "image");
    CU("cuModuleLoadData", 1, U(&out), 0ul);
    EXPECT("null-pointer", "image");
    out = m;
    CU("cuModuleLoadData", 0, U(&out),
       U(".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n"));
    CU("cuModuleGetFunction", 500, U(&f), m, U("scael"));
    EXPECT("symbol-not-found", "name");
    CHECK_STR(world_last()->object_kind, "module");
    f = fresh();
    uint64_t k = f;
    CU("cuModuleGetFunction", 0, U(&f), m, U("k"));
    CU("cuModuleUnload", 0, m);
    CU("cuModuleGetFunction", 400, U(&f), m, U("k"));
    EXPECT("destroyed-handle", "hmod");
    CU("cuLaunchKernel", 400, k, 1ul, 1ul, 1ul, 1ul, 1ul, 1ul, 0ul, 0ul, 0ul, 0ul);
    EXPECT("destroyed-handle", "f");
}

TEST(launches)
{
    static int kernel;
    uint32_t one[3] = { 1, 1, 1 }, big[3] = { 2048, 1, 1 }, zero[3] = { 0, 1, 1 };
    iq_core_register_function(&kernel, "k_fill");
    RT("cudaLaunchKernel", 1, U(&kernel), U(one), U(big), 0ul, 0ul, 0ul);
    EXPECT("launch-dimensions", "blockDim");
    CHECK(strstr(world_last()->cause, "k_fill"));
    RT("cudaLaunchKernel", 1, U(&kernel), U(zero), U(one), 0ul, 0ul, 0ul);
    EXPECT("launch-dimensions", "gridDim");
    RT("cudaLaunchKernel", 1, U(&kernel), U(one), U(one), 0ul, 300000ul, 0ul);
    EXPECT("launch-shared-memory", "sharedMem");
    RT("cudaLaunchKernel", 1, U(&kernel), U(one), U(one), 0ul, 0ul, 0ul);
    EXPECT("launch-arguments", "args");
    RT("cudaLaunchKernel", 98, 0ul, U(one), U(one), 0ul, 0ul, 0ul);
    EXPECT("null-pointer", "func");
    RT("cudaLaunchKernel", 400, U(&next), U(one), U(one), 0ul, 0ul, 0ul);
    EXPECT("bad-symbol", "func");
    RT("cudaLaunchCooperativeKernel", 720, U(&kernel), U(one), U(one), 0ul, 0ul, 0ul);
    EXPECT("launch-resources", "gridDim");
}

TEST(fault_surfaces_later)
{
    static int kernel;
    uint32_t one[3] = { 1, 1, 1 };
    uint64_t d = world_malloc(0x7d0000000000, 64), p = 0;
    char h[4];
    iq_core_register_function(&kernel, "k_poke");
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 0, 0);
    RT("cudaLaunchKernel", 0, U(&kernel), U(one), U(one), 0ul, 0ul, 0ul);
    world_call(IQ_API_CUDART, "cudaGetLastError", 0, 0);
    RT("cudaMemcpy", 700, d, U(h), 4ul, 1ul);
    world_call(IQ_API_CUDART, "cudaGetLastError", 700, 0);
    RT("cudaMalloc", 700, U(&p), 64ul);
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 700, 0);
    RT("cudaFree", 700, d);
    world_look();
    CHECK_STR(world_last()->rule_text, "earlier-fault");
    CHECK_STR(world_last()->related[0].what, "kernel launch that faulted");
    CHECK(strstr(world_last()->message, "k_poke"));
    CHECK(world_last()->related_count >= 4);
}

TEST(capture)
{
    uint64_t s = stream(), p = 0, g = 0;
    RT("cudaStreamBeginCapture", 0, s, 0ul);
    RT("cudaMalloc", 900, U(&p), 64ul);
    EXPECT("capture-violation", NULL);
    RT("cudaStreamSynchronize", 900, s);
    RT("cudaStreamEndCapture", 901, s, U(&g));
    EXPECT_NOTHING();
}

TEST(reset)
{
    uint64_t d = world_malloc(0x7c0000000000, 64), s = stream();
    char h[4];
    world_call(IQ_API_CUDART, "cudaDeviceReset", 0, 0);
    RT("cudaMemcpy", 1, d, U(h), 4ul, 1ul);
    EXPECT("after-reset", "dst");
    CHECK_STR(world_last()->object_state, "freed");
    CHECK_INT(RT("cudaStreamSynchronize", 0, s), 709);
    CHECK(world_answered);
    EXPECT_NOTHING();
    world_malloc(0x7c0000000000, 64);
    RT("cudaMemcpy", 0, d, U(h), 4ul, 1ul);
    EXPECT_NOTHING();
}

TEST(contexts)
{
    uint64_t c = fresh(), out = c, s = fresh(), made = s, p = 0x7b0000000000, q = p;
    CU("cuCtxCreate_v4", 0, U(&out), 0ul, 0ul, 0ul);
    CU("cuStreamCreate", 0, U(&made), 0ul);
    CU("cuMemAlloc_v2", 0, U(&q), 64ul);
    CU("cuCtxDestroy_v2", 0, c);
    CU("cuMemcpyHtoD_v2", 201, p, U(&c), 4ul);
    EXPECT("context-destroyed", NULL);
    CHECK_STR(world_last()->object_kind, "context");
    CU("cuStreamSynchronize", 709, s);
    CU("cuMemFree_v2", 1, p);
    EXPECT_NOTHING();
    CHECK(world_last()->related_count >= 2);
}

TEST(last_error_of_an_expected_answer)
{
    RT("cudaDeviceEnablePeerAccess", 704, 1ul, 0ul);
    EXPECT_NOTHING();
    world_call(IQ_API_CUDART, "cudaGetLastError", 704, 0);
    world_look();
}

TEST(software_device_names_the_fault)
{
    static int kernel;
    uint32_t one[3] = { 1, 1, 1 };
    const struct iq_soft_observer *observer = iq_core_soft_observer();
    struct iq_soft_launch launch = { sizeof launch, 7, "k_oob", { 1, 1, 1 }, { 64, 1, 1 }, 0, 0 };
    uint64_t d = world_malloc(0x7a0000000000, 64);
    struct iq_soft_fault fault = { .struct_size = sizeof fault,
                                   .kind = IQ_SOFT_FAULT_OUT_OF_BOUNDS,
                                   .launch = 7,
                                   .sticky_code = 700,
                                   .kernel = "k_oob",
                                   .function = "k_oob",
                                   .file = "a.cu",
                                   .line = 12,
                                   .ptx_line = 3,
                                   .thread = { 16, 0, 0 },
                                   .threads = 48,
                                   .address = d + 64,
                                   .size = 4,
                                   .is_write = 1 };
    RT("cudaLaunchKernel", 0, U(&kernel), U(one), U(one), 0ul, 0ul, 0ul);
    observer->on_launch(observer->user, &launch);
    observer->on_fault(observer->user, &fault);
    EXPECT("kernel-out-of-bounds", NULL);
    CHECK_STR(world_last()->kernel_site, "a.cu:12|k_oob|0,0,0|16,0,0");
    CHECK_INT(world_last()->object_address, d);
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 700, 0);
    EXPECT_NOTHING();
    CHECK_INT(world_last()->related_count, 1);
}

TEST(leaks_at_exit)
{
    uint64_t s = stream();
    (void)s;
    size_t before = world.findings.count;
    iq_core_at_exit(0);
    world_look();
    CHECK(world.findings.count > before);
    CHECK_STR(world_last()->rule_text, "leak");
    CHECK_INT(world_last()->severity, IQ_NOTE);
    CHECK(!world_last()->api && world_last()->stack_created && !world_last()->stack_call);
    CHECK(world.exit_known);
    CHECK(world.calls > 50);
}

// link: checker -lzstd -llz4
/* Arguments of kernels: what is said at the launch, and what becomes of it when the fault comes. */
#include "api_cuda/kernels.h"
#include "base/fd.h"
#include "checker_world.h"

static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry store(.param .u64 to, .param .u64 n)\n{\n .reg .b64 d<3>;\n"
    " ld.param.u64 d0, [to]; ld.param.u64 d1, [n]; st.global.u64 [d0], d1;\n ret;\n}\n"
    ".visible .entry add(.param .u64 _Z3addPi_param_0)\n{\n .reg .b64 d<3>; .reg .b32 r;\n"
    " ld.param.u64 d0, [_Z3addPi_param_0]; mov.u32 r, 1; atom.global.add.u32 r, [d0], r;\n ret;\n}\n";

static uint64_t handles = 0x5000000;

static uint64_t function_of(const void *image, const char *name)
{
    uint64_t module = handles += 64, function = handles += 64;
    CU("cuModuleLoadData", 0, U(&module), U(image));
    CU("cuModuleGetFunction", 0, U(&function), module, U(name));
    return function;
}

static int64_t launch(uint64_t function, void **params, void **extra, int64_t result)
{
    return world_call(IQ_API_CUDA, "cuLaunchKernel", result, 11, function, 1ul, 1ul, 1ul, 32ul, 1ul,
                      1ul, 0ul, 0ul, U(params), U(extra));
}

static int64_t synchronise(int64_t result)
{
    return world_call(IQ_API_CUDA, "cuCtxSynchronize", result, 0);
}

static uint64_t allocate(uint64_t at, uint64_t size)
{
    CU("cuMemAlloc_v2", 0, U(&at), size);
    return at;
}

TEST(good_arguments)
{
    uint64_t store = function_of(ptx, "store"), d = allocate(0x7f1000000000, 4096), n = 4096,
             inside = d + 8;
    CHECK_INT(launch(store, (void *[]){ &d, &n }, NULL, 0), 0);
    CHECK_INT(launch(store, (void *[]){ &inside, &n }, NULL, 0), 0);
    n = U(&n); /* only stored */
    CHECK_INT(launch(store, (void *[]){ &d, &n }, NULL, 0), 0);
    CHECK_INT(synchronise(0), 0);
    EXPECT_NOTHING();
}

/* What is known of a large block is known of all of it, until it goes. */
TEST(parts_of_a_large_block)
{
    uint64_t large = 8 << 20, store = function_of(ptx, "store"),
             d = allocate(0x7f1800000000, large), n = 1, part = d;
    for (volatile int i = 0; i < 4; i++, part += (2 << 20) - 8)
        launch(store, (void *[]){ &part, &n }, NULL, 0);
    EXPECT_NOTHING();
    CU("cuMemFree_v2", 0, d);
    part = d + 64;
    launch(store, (void *[]){ &part, &n }, NULL, 0);
    EXPECT("launch-freed-pointer", "to");
}

TEST(freed_pointer_and_its_fault)
{
    uint64_t store = function_of(ptx, "store"), d = allocate(0x7f1100000000, 4096), n = 1;
    CU("cuMemFree_v2", 0, d);
    for (volatile int i = 0; i < 3; i++) /* one place: not unrolled */
        launch(store, (void *[]){ &d, &n }, NULL, 0);
    EXPECT("launch-freed-pointer", "to");
    CHECK_INT(world_last()->severity, IQ_WARNING);
    CHECK_INT(world_last()->arg_index, 0);
    CHECK(world_last()->arg_of_kernel);
    uint64_t id = world_last()->id;
    synchronise(700);
    synchronise(700);
    EXPECT_NOTHING(); /* the same one, but an error now */
    const struct iq_finding *finding = iq_document_finding(&world, id);
    CHECK_INT(finding->severity, IQ_ERROR);
    CHECK_INT(finding->related_count, 2); /* two places */
}

TEST(freed_pointer_without_harm)
{
    uint64_t add = function_of(ptx, "add"), d = allocate(0x7f1200000000, 4096);
    CU("cuMemFree_v2", 0, d);
    d += 100;
    launch(add, (void *[]){ &d }, NULL, 0);
    EXPECT("launch-freed-pointer", "0");
    synchronise(0);
    synchronise(700); /* of something else */
    EXPECT("earlier-fault", NULL);
}

TEST(host_pointers)
{
    uint64_t store = function_of(ptx, "store"), n = 1, p = U(&n), size = 16;
    struct {
        uint64_t to, n;
    } buffer = { p, 1 };
    void *extra[] = { (void *)1, &buffer, (void *)2, &size, NULL };
    launch(store, (void *[]){ &p, &n }, NULL, 0);
    EXPECT("launch-host-pointer", "to");
    CHECK_INT(world_last()->severity, IQ_WARNING);
    launch(store, (void *[]){ &p, &n }, NULL, 0);
    EXPECT_NOTHING(); /* the same kernel, the same parameter */
    store = function_of(ptx, "store");
    launch(store, NULL, extra, 0);
    EXPECT("launch-host-pointer", "to");
    struct iq_device_limits limits = *iq_core_limits(0);
    limits.pageable = true;
    iq_core_set_limits(0, &limits);
    launch(store, (void *[]){ &p, &n }, NULL, 0);
    EXPECT_NOTHING(); /* such a device reads all of the process's memory */
    limits.pageable = false;
    iq_core_set_limits(0, &limits);
}

/* Machine code says how large the parameters are, not which of them are addresses. */
TEST(without_code)
{
    char path[4096], *cubin;
    size_t size;
    snprintf(path, sizeof path, "%s/images/add_90.cubin", IQ_TEST_DATA);
    if (iq_fd_read_file(path, 1 << 20, &cubin, &size))
        SKIP("no sample image");
    uint64_t add = function_of(cubin, "add"), d = allocate(0x7f1300000000, 4096),
             number = 0x7f1400000000, n = 1;
    launch(add, (void *[]){ &d, &n }, NULL, 0);
    launch(add, (void *[]){ &number, &n }, NULL, 0);
    EXPECT_NOTHING();
    CU("cuMemFree_v2", 0, d);
    launch(add, (void *[]){ &d, &n }, NULL, 0);
    EXPECT("launch-freed-pointer", "0");
    free(cubin);
}

TEST(missing_argument)
{
    uint64_t store = function_of(ptx, "store"), d = allocate(0x7f1500000000, 4096);
    CHECK_INT(launch(store, (void *[]){ &d, NULL }, NULL, 0), 1);
    CHECK(world_answered);
    EXPECT("launch-arguments", "n");
}

/* One launch can have faulted, and it points to one block: the finding says which. */
TEST(the_block_behind_a_fault)
{
    iq_core_keep_launches();
    world_call(IQ_API_CUDART, "cudaDeviceReset", 0, 0);
    uint64_t add = function_of(ptx, "add"), d = allocate(0x7f1600000000, 40);
    synchronise(0);
    launch(add, (void *[]){ &d }, NULL, 0);
    synchronise(700);
    EXPECT("earlier-fault", NULL);
    CHECK_STR(world_last()->object_kind, "device-memory");
    CHECK(world_last()->object_address == d);
    CHECK_INT(world_last()->object_size, 40);
    CHECK(strstr(world_last()->cause, "its arguments point to"));
}

/* Many launches on one stream while nothing else is pending: a copy on another stream finds the one
 * that it meets. */
TEST(accesses_are_worked_out_later)
{
    world_call(IQ_API_CUDART, "cudaDeviceReset", 0, 0);
    uint64_t store = function_of(ptx, "store"), one = 0x5700000, two = 0x5700040,
             host = 0x7f2000000000, n = 5, blocks[20];
    CU("cuStreamCreate", 0, U(&one), 1ul);
    CU("cuStreamCreate", 0, U(&two), 1ul);
    CU("cuMemAllocHost_v2", 0, U(&host), 4096ul);
    for (int i = 0; i < 20; i++)
        blocks[i] = allocate(0x7f2100000000 + (uint64_t)i * 0x1000000, 4096);
    for (int i = 0; i < 60; i++) {
        uint64_t at = blocks[i % 20];
        world_call(IQ_API_CUDA, "cuLaunchKernel", 0, 11, store, 1ul, 1ul, 1ul, 32ul, 1ul, 1ul, 0ul,
                   one, U(((void *[]){ &at, &n })), 0ul);
    }
    /* beside what the kernel writes */
    CU("cuMemcpyDtoHAsync_v2", 0, host, blocks[3] + 8, 100ul, two);
    EXPECT_NOTHING();
    CU("cuMemcpyDtoHAsync_v2", 0, host, blocks[7], 100ul, two);
    EXPECT("stream-race", "srcDevice");
    synchronise(0);
    CU("cuMemcpyDtoHAsync_v2", 0, host, blocks[9], 100ul, two);
    EXPECT_NOTHING();
}

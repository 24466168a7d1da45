// link: checker_bare -lzstd -llz4
/* Calls as text. */
#include "call/print.h"
#include "iq_entries.h"
#include "test.h"

static const struct iq_entry *driver(const char *symbol)
{
    const struct iq_entry *entry = iq_entry_find(IQ_API_CUDA, symbol);
    if (!entry) {
        fprintf(stderr, "no row: %s\n", symbol);
        exit(1);
    }
    return entry;
}

static const struct iq_entry *runtime(const char *symbol)
{
    const struct iq_entry *entry = iq_entry_find(IQ_API_CUDART, symbol);
    if (!entry) {
        fprintf(stderr, "no row: %s\n", symbol);
        exit(1);
    }
    return entry;
}

TEST(calls_print)
{
    char text[256];
    uint32_t grid[3] = { 2, 3, 4 };
    uint64_t copy[] = { 0x7f0000001000, 0x1000, 4096, 1 };
    iq_print_call(text, sizeof text, runtime("cudaMemcpy"), copy, true, NULL);
    CHECK_STR(
        text,
        "cudaMemcpy(dst=0x7f0000001000, src=0x1000, count=4096, kind=cudaMemcpyHostToDevice)");
    copy[3] = (uint64_t)(int64_t)-3;
    iq_print_call(text, sizeof text, runtime("cudaMemcpy"), copy, true, NULL);
    CHECK_STR(text, "cudaMemcpy(dst=0x7f0000001000, src=0x1000, count=4096, kind=-3)");
    uint64_t launch[] = { 0x5000, (uint64_t)(uintptr_t)grid, (uint64_t)(uintptr_t)grid, 0, 0, 2 };
    iq_print_call(text, sizeof text, runtime("cudaLaunchKernel"), launch, true, NULL);
    CHECK_STR(
        text,
        "cudaLaunchKernel(func=0x5000, gridDim={2, 3, 4}, blockDim={2, 3, 4}, args=NULL, sharedMem=0, stream=per-thread)");
    struct {
        uint32_t words[8];
        uint64_t stream, attributes, count;
    } config = { { 1, 2, 3, 4, 5, 6, 7, 0 }, 0x99, 0, 0 };
    uint64_t extended[] = { (uint64_t)(uintptr_t)&config, 0x5000, 0 };
    iq_print_call(text, sizeof text, runtime("cudaLaunchKernelExC"), extended, true, NULL);
    CHECK_STR(
        text,
        "cudaLaunchKernelExC(config={grid {1, 2, 3}, block {4, 5, 6}, shared 7, stream 0x99}, func=0x5000, args=NULL)");
    void *address = (void *)0x7000;
    uint64_t alloc[] = { (uint64_t)(uintptr_t)&address, 64, 3 };
    iq_print_call(text, sizeof text, runtime("cudaHostAlloc"), alloc, true, NULL);
    CHECK_STR(
        text,
        "cudaHostAlloc(pHost=[0x7000], size=64, flags=cudaHostAllocPortable|cudaHostAllocMapped)");
    alloc[2] = 0x103;
    alloc[0] = 8; /* not readable: printed, not followed */
    iq_print_call(text, sizeof text, runtime("cudaHostAlloc"), alloc, true, NULL);
    CHECK_STR(
        text,
        "cudaHostAlloc(pHost=0x8, size=64, flags=cudaHostAllocPortable|cudaHostAllocMapped|0x100)");
    uint64_t function[] = { 0, 0x9000, (uint64_t)(uintptr_t) "k\"1\n" };
    iq_print_call(text, sizeof text, driver("cuModuleGetFunction"), function, false, NULL);
    CHECK_STR(text, "cuModuleGetFunction(hfunc=NULL, hmod=0x9000, name=\"k\\\"1\\n\")");
    function[2] = 16;
    iq_print_call(text, sizeof text, driver("cuModuleGetFunction"), function, false, NULL);
    CHECK_STR(text, "cuModuleGetFunction(hfunc=NULL, hmod=0x9000, name=0x10)");
    CHECK(iq_print_call(text, 24, driver("cuModuleGetFunction"), function, false, NULL) < 24);
}

TEST(members_that_are_not_used_are_left_out)
{
    static const struct iq_arg members[] = {
        { .name = "p", .form = IQ_FORM_PTR, .bytes = 8 },
        { .name = "p->srcPtr", .form = IQ_FORM_PTR, .bytes = 8 },
        { .name = "p->srcArray", .form = IQ_FORM_HANDLE, .bytes = 8 },
        { .name = "p->extent.height", .form = IQ_FORM_SIZE, .bytes = 8 },
        { .name = "p->extent.height", .form = IQ_FORM_SIZE, .bytes = 8 },
        { .name = "stream", .form = IQ_FORM_PTR, .bytes = 8 },
    };
    char text[256];
    struct iq_entry copy = *runtime("cudaMemcpy3DAsync");
    copy.args = members;
    copy.arg_count = 6;
    const uint64_t args[] = { 0x10, 0x1000, 0, 3, 3, 0 };
    iq_print_call(text, sizeof text, &copy, args, true, NULL);
    CHECK_STR(text, "cudaMemcpy3DAsync(p=0x10, p->srcPtr=0x1000, p->extent.height=3, stream=NULL)");
}

static bool name(void *context, enum iq_kind kind, uint64_t value, char *out, size_t size)
{
    snprintf(out, size, "%s %d", kind == IQ_KIND_STREAM ? "stream" : "?", *(int *)context);
    return value == 0x99;
}

TEST(objects_have_names)
{
    char text[256];
    int number = 4;
    struct iq_printer printer = { name, &number };
    uint64_t wait[] = { 0x99 }, other[] = { 0x98 };
    iq_print_call(text, sizeof text, runtime("cudaStreamSynchronize"), wait, true, &printer);
    CHECK_STR(text, "cudaStreamSynchronize(stream=stream 4)");
    iq_print_call(text, sizeof text, runtime("cudaStreamSynchronize"), other, true, &printer);
    CHECK_STR(text, "cudaStreamSynchronize(stream=0x98)");
}

// link: softdev
/* Contexts, modules, launches and faults of the software driver. */
#include "soft_world.h"

static char host[4096];

APART(before_init)
{
    CUdeviceptr p;
    int n, version;
    GIVES(3, cuMemAlloc_v2(&p, 64));
    GIVES(3, cuDeviceGetCount(&n));
    OK(cuDriverGetVersion(&version));
    CHECK_INT(version, 13000);
    GIVES(1, cuInit(1));
    OK(cuInit(0));
    GIVES(201, cuMemAlloc_v2(&p, 64));
    GIVES(201, cuStreamSynchronize(NULL));
}

APART(devices)
{
    char name[64], id[32];
    int count, major, minor, value;
    CUdevice device;
    CUuuid a, b;
    setenv("INQUEST_SOFT_DEVICES", "3", 1);
    setenv("CUDA_VISIBLE_DEVICES", "2,0", 1);
    OK(cuInit(0));
    OK(cuDeviceGetCount(&count));
    CHECK_INT(count, 2);
    GIVES(101, cuDeviceGet(&device, 2));
    GIVES(101, cuDeviceGet(&device, -1));
    OK(cuDeviceGetName(name, sizeof name, 0));
    CHECK_STR(name, "inquest software device");
    OK(cuDeviceComputeCapability(&major, &minor, 0));
    CHECK(major == 9 && minor == 0);
    OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 0));
    CHECK_INT(value, 227 << 10);
    GIVES(1, cuDeviceGetAttribute(&value, (CUdevice_attribute)0, 0));
    for (int i = 1; i < CU_DEVICE_ATTRIBUTE_MAX; i++)
        OK(cuDeviceGetAttribute(&value, (CUdevice_attribute)i, 1));
    OK(cuDeviceGetUuid_v2(&a, 0));
    OK(cuDeviceGetUuid_v2(&b, 1));
    CHECK(memcmp(&a, &b, sizeof a));
    OK(cuDeviceGetPCIBusId(id, sizeof id, 1));
    OK(cuDeviceGetByPCIBusId(&device, id));
    CHECK_INT(device, 1);
}

static CUcontext shared_ctx;
static void *destroy(void *unused)
{
    OK(cuCtxSetCurrent(shared_ctx));
    OK(cuCtxDestroy_v2(shared_ctx));
    return unused;
}

APART(contexts)
{
    CUcontext a = world(), b, popped, now;
    CUstream s;
    CUevent e;
    CUdeviceptr p;
    pthread_t thread;
    unsigned version;
    OK(cuStreamCreate(&s, 0));
    OK(cuEventCreate(&e, 0));
    OK(cuMemAlloc_v2(&p, 64));
    OK(cuCtxCreate_v4(&b, NULL, 0, 0));
    OK(cuMemcpyHtoDAsync_v2(p, host, 4, s));
    OK(cuEventRecord(e, s));
    GIVES(400, cuEventRecord(e, NULL));
    OK(cuStreamWaitEvent(NULL, e, 0));
    OK(cuMemcpyHtoD_v2(p, host, 4));
    OK(cuCtxPopCurrent_v2(&popped));
    CHECK(popped == b);
    OK(cuCtxDestroy_v2(b));
    GIVES(709, cuCtxDestroy_v2(b));
    GIVES(709, cuCtxGetApiVersion(b, &version));
    OK(cuCtxDestroy_v2(a));
    GIVES(201, cuMemcpyHtoD_v2(p, host, 4));
    GIVES(709, cuStreamSynchronize(s));
    GIVES(709, cuEventRecord(e, s));
    GIVES(1, cuMemFree_v2(p));
    OK(cuCtxSetCurrent(a));
    GIVES(709, cuMemAlloc_v2(&p, 64));
    GIVES(201, cuCtxSetCurrent((CUcontext)0x1234));
    OK(cuCtxSetCurrent(NULL));
    OK(cuCtxCreate_v2(&shared_ctx, 0, 0));
    pthread_create(&thread, NULL, destroy, NULL);
    pthread_join(thread, NULL);
    GIVES(709, cuMemAlloc_v2(&p, 64));
    OK(cuCtxGetCurrent(&now));
    CHECK(now == shared_ctx);
}

APART(primary)
{
    CUcontext ctx, again;
    CUdeviceptr p;
    unsigned flags;
    int active;
    OK(cuInit(0));
    OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
    CHECK_INT(active, 0);
    OK(cuDevicePrimaryCtxRetain(&ctx, 0));
    OK(cuCtxSetCurrent(ctx));
    OK(cuMemAlloc_v2(&p, 64));
    OK(cuDevicePrimaryCtxReset_v2(0));
    GIVES(709, cuMemcpyHtoD_v2(p, host, 4));
    OK(cuDevicePrimaryCtxRetain(&again, 0));
    CHECK(ctx == again);
    GIVES(1, cuMemcpyHtoD_v2(p, host, 4));
    OK(cuDevicePrimaryCtxRelease_v2(0));
    OK(cuMemAlloc_v2(&p, 64));
    OK(cuDevicePrimaryCtxRelease_v2(0));
    GIVES(201, cuDevicePrimaryCtxRelease_v2(0));
    GIVES(709, cuMemAlloc_v2(&p, 64));
}

/* Newer PTX is taken up to the first thing unknown; a target that its version cannot know is wrong.
 */
APART(newer_images)
{
    world();
    CUmodule m;
    OK(cuModuleLoadData(
        &m, ".version 9.9\n.target sm_130\n.address_size 64\n.visible .entry k(){ret;}\n"));
    OK(cuModuleUnload(m));
    GIVES(222, cuModuleLoadData(&m, ".version 9.9\n.target sm_130\n.address_size 64\n.novelty;\n"));
    GIVES(218, cuModuleLoadData(&m, ".version 9.0\n.target sm_130\n.address_size 64\n"));
}

/* A version that is asked for is imitated, with what such a driver refuses. */
APART(images)
{
    setenv("INQUEST_SOFT_DRIVER_VERSION", "13000", 1);
    world();
    CUmodule m;
    CUlibrary l;
    CUkernel k;
    CUfunction f;
    char zeros[256] = { 0 };
    char log[512] = "";
    GIVES(200, cuModuleLoadData(&m, zeros));
    GIVES(1, cuModuleLoadData(&m, NULL));
    GIVES(200, cuModuleLoadData(&m, "<!DOCTYPE html>"));
    GIVES(222,
          cuModuleLoadData(
              &m, ".version 99.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n"));
    GIVES(218,
          cuModuleLoadData(
              &m, ".version 7.0\n.target sm_999\n.address_size 64\n.visible .entry k(){ret;}\n"));
    GIVES(301, cuModuleLoad(&m, "no-such-file"));
    CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
    void *values[] = { log, (void *)sizeof log };
    GIVES(
        218,
        cuModuleLoadDataEx(
            &m,
            ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ bogus.op %r1; ret;}\n",
            2, options, values));
    CHECK(strlen(log) > 10);
    OK(cuModuleLoadData(&m, kernels));
    OK(cuModuleGetFunction(&f, m, "fill"));
    GIVES(500, cuModuleGetFunction(&f, m, "none"));
    CUdeviceptr at;
    size_t size;
    int value = 0;
    OK(cuModuleGetGlobal_v2(&at, &size, m, "counter"));
    CHECK_INT(size, 4);
    OK(cuMemcpyDtoH_v2(&value, at, 4));
    CHECK_INT(value, 7);
    GIVES(1, cuMemcpyHtoD_v2(at, host, 5));
    OK(cuModuleUnload(m));
    GIVES(400, launch(f, 1, 1, NULL, NULL));
    GIVES(400, cuModuleUnload(m));
    OK(cuLibraryLoadData(&l, "junk", NULL, NULL, 0, NULL, NULL, 0));
    GIVES(200, cuLibraryGetKernel(&k, l, "fill"));
    OK(cuLibraryUnload(l));
    OK(cuLibraryLoadData(&l, kernels, NULL, NULL, 0, NULL, NULL, 0));
    OK(cuLibraryGetKernel(&k, l, "add"));
    OK(cuLaunchKernel((CUfunction)k, 10, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    OK(cuLibraryGetGlobal(&at, &size, l, "counter"));
    OK(cuMemcpyDtoH_v2(&value, at, 4));
    CHECK_INT(value, 327);
    OK(cuLibraryUnload(l));
    GIVES(400, cuLibraryUnload(l));
}

APART(linking)
{
    world();
    CUlinkState state;
    CUmodule m;
    CUfunction f;
    void *image;
    size_t size;
    const char a[] =
        ".version 7.0\n.target sm_50\n.address_size 64\n.extern .func (.param .b32 r) two();\n"
        ".global .align 4 .u32 out;\n.visible .entry k() { .reg .b32 r<2>; { .param .b32 o; call (o), two, ();\n"
        " ld.param.b32 r0, [o]; } st.global.u32 [out], r0; ret; }\n";
    const char b[] =
        ".version 7.0\n.target sm_50\n.address_size 64\n.visible .func (.param .b32 r) two() { .reg .b32 x;\n"
        " mov.u32 x, 2; st.param.b32 [r], x; ret; }\n";
    CUdeviceptr at;
    int value = 0;
    OK(cuLinkCreate_v2(0, NULL, NULL, &state));
    OK(cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, (void *)(uintptr_t)a, sizeof a, "a", 0, NULL,
                        NULL));
    GIVES(218, cuLinkAddData_v2(state, CU_JIT_INPUT_PTX,
                                (void *)(uintptr_t) ".version 7.0\n.target sm_50\nx", 29, "c", 0,
                                NULL, NULL));
    OK(cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, (void *)(uintptr_t)b, sizeof b, "b", 0, NULL,
                        NULL));
    OK(cuLinkComplete(state, &image, &size));
    OK(cuModuleLoadData(&m, image));
    OK(cuLinkDestroy(state));
    GIVES(400, cuLinkDestroy(state));
    OK(cuModuleGetFunction(&f, m, "k"));
    OK(launch(f, 1, 1, NULL, NULL));
    OK(cuModuleGetGlobal_v2(&at, NULL, m, "out"));
    OK(cuMemcpyDtoH_v2(&value, at, 4));
    CHECK_INT(value, 2);
}

/* A linked image whose length of a text counts bytes behind its end. */
APART(link_of_padded_text)
{
    world();
    static const char text[] =
        ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k() { ret; }\n";
    struct {
        char ref[16];
        uint32_t count, registers;
        uint64_t length;
        char text[4096];
    } linked = { "inquest-linked-", 1, 0, sizeof linked.text, "" };
    CUlinkState state;
    void *image;
    size_t size;
    linked.ref[15] = '1';
    memcpy(linked.text, text, sizeof text);
    OK(cuLinkCreate_v2(0, NULL, NULL, &state));
    OK(cuLinkAddData_v2(state, CU_JIT_INPUT_CUBIN, &linked, sizeof linked, "l", 0, NULL, NULL));
    OK(cuLinkComplete(state, &image, &size));
    CHECK_INT(size, sizeof text);
    CHECK_STR((const char *)image, text);
    OK(cuLinkDestroy(state));
}

/* A kernel that synchronises its grid by a function of the device runtime, which a library is said
 * to bring. */
APART(link_device_runtime)
{
    world();
    CUlinkState state;
    CUmodule m;
    CUfunction f;
    void *image;
    size_t size;
    const char a[] =
        ".version 7.0\n.target sm_50\n.address_size 64\n.extern .func (.param .b64 h) cudaCGGetIntrinsicHandle(.param .b32 s);\n"
        ".extern .func (.param .b32 r) cudaCGSynchronize(.param .b64 h, .param .b32 f);\n"
        ".visible .entry k(.param .u64 p) { .reg .b32 r<4>; .reg .b64 d<6>; ld.param.u64 d0, [p]; mov.u32 r0, %ctaid.x;\n"
        " mul.wide.u32 d1, r0, 4; add.u64 d2, d0, d1; st.global.u32 [d2], r0;\n"
        " { .param .b32 s; .param .b64 h; st.param.b32 [s], 1; call (h), cudaCGGetIntrinsicHandle, (s); ld.param.b64 d3, [h]; }\n"
        " { .param .b64 h; .param .b32 g; .param .b32 r; st.param.b64 [h], d3; st.param.b32 [g], 0;\n"
        " call (r), cudaCGSynchronize, (h, g); ld.param.b32 r1, [r]; }\n"
        " xor.b32 r2, r0, 3; mul.wide.u32 d4, r2, 4; add.u64 d5, d0, d4; ld.global.u32 r3, [d5]; st.global.u32 [d2+64], r3; ret; }\n";
    static const char library[] = "!<arch>\ncuda_device_runtime.o/";
    CUdeviceptr memory;
    int values[4];
    OK(cuMemAlloc_v2(&memory, 128));
    void *params[] = { &memory };
    OK(cuLinkCreate_v2(0, NULL, NULL, &state));
    OK(cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, (void *)(uintptr_t)a, sizeof a, "a", 0, NULL,
                        NULL));
    OK(cuLinkAddData_v2(state, CU_JIT_INPUT_LIBRARY, (void *)(uintptr_t)library, sizeof library,
                        "l", 0, NULL, NULL));
    OK(cuLinkAddData_v2(state, CU_JIT_INPUT_LIBRARY, (void *)(uintptr_t)library, sizeof library,
                        "l", 0, NULL, NULL));
    OK(cuLinkComplete(state, &image, &size));
    OK(cuModuleLoadData(&m, image));
    OK(cuModuleGetFunction(&f, m, "k"));
    OK(cuLaunchCooperativeKernel(f, 4, 1, 1, 1, 1, 1, 0, NULL, params));
    OK(cuMemcpyDtoH_v2(values, memory + 64, sizeof values));
    for (int i = 0; i < 4; i++)
        CHECK_INT(values[i], i ^ 3);
    OK(cuLinkDestroy(state));
}

APART(launch_arguments)
{
    world();
    CUdeviceptr d;
    unsigned n = 4, v = 2;
    int blocks, value;
    OK(cuMemAlloc_v2(&d, 64));
    CUfunction fill = kernel("fill");
    void *params[] = { &d, &n, &v };
    GIVES(1, launch(fill, 1, 2048, NULL, params));
    GIVES(1, launch(fill, 1, 0, NULL, params));
    GIVES(1, launch(fill, 0, 1, NULL, params));
    GIVES(1, cuLaunchKernel(fill, 1, 70000, 1, 1, 1, 1, 0, NULL, params, NULL));
    GIVES(1, cuLaunchKernel(fill, 1, 1, 1, 1, 1, 65, 0, NULL, params, NULL));
    GIVES(1, cuLaunchKernel(fill, 1, 1, 1, 1, 1, 1, 60000, NULL, params, NULL));
    OK(cuFuncSetAttribute(fill, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 60000));
    OK(cuLaunchKernel(fill, 1, 1, 1, 1, 1, 1, 60000, NULL, params, NULL));
    GIVES(1, cuFuncSetAttribute(fill, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 20));
    GIVES(1, launch(fill, 1, 1, NULL, NULL));
    GIVES(400, launch(NULL, 1, 1, NULL, params));
    GIVES(400, launch((CUfunction)0x1234, 1, 1, NULL, params));
    GIVES(1,
          cuLaunchKernel(fill, 1, 1, 1, 1, 1, 1, 0, NULL, (void *[]){ (void *)8, &n, &v }, NULL));
    GIVES(720, cuLaunchCooperativeKernel(fill, 1 << 20, 1, 1, 1024, 1, 1, 0, NULL, params));
    struct {
        CUdeviceptr d;
        unsigned n, v;
    } packed = { d, 4, 8 };
    size_t size = sizeof packed;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                      CU_LAUNCH_PARAM_END };
    OK(cuLaunchKernel(fill, 1, 1, 1, 4, 1, 1, 0, NULL, NULL, extra));
    GIVES(1, cuLaunchKernel(fill, 1, 1, 1, 4, 1, 1, 0, NULL, params, extra));
    OK(cuMemcpyDtoH_v2(&value, d, 4));
    CHECK_INT(value, 8);
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0));
    CHECK_INT(blocks, 8);
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 100 << 10));
    CHECK_INT(blocks, 2);
    OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, kernel("shared")));
    CHECK_INT(value, 64);
    CHECK(seen_launches >= 2);
}

static void poke(CUdeviceptr at) { OK(launch(kernel("poke"), 1, 1, NULL, (void *[]){ &at })); }

APART(fault_sticks)
{
    world();
    CUdeviceptr d;
    CUstream s;
    OK(cuMemAlloc_v2(&d, 64));
    OK(cuStreamCreate(&s, 0));
    poke(16);
    GIVES(700, cuCtxSynchronize());
    GIVES(700, cuMemAlloc_v2(&d, 64));
    GIVES(700, cuMemFree_v2(d));
    GIVES(700, cuStreamDestroy_v2(s));
    GIVES(700, cuMemcpyHtoD_v2(d, host, 4));
    CHECK_INT(seen_faults, 1);
    CHECK_INT(seen_fault.kind, IQ_SOFT_FAULT_NULL_PAGE);
    CHECK_INT(seen_fault.sticky_code, 700);
    CHECK_INT(seen_fault.address, 16);
    CHECK_STR(seen_kernel, "poke");
    CUcontext fresh; /* only that context is broken */
    OK(cuCtxCreate_v2(&fresh, 0, 0));
    OK(cuMemAlloc_v2(&d, 64));
}

APART(fault_kinds)
{
    CUcontext ctx = world();
    CUdeviceptr d;
    OK(cuMemAlloc_v2(&d, 64));
    poke(d + 2);
    GIVES(716, cuCtxSynchronize());
    CHECK_INT(seen_fault.kind, IQ_SOFT_FAULT_MISALIGNED);
    OK(cuCtxDestroy_v2(ctx));
    ctx = world();
    OK(launch(kernel("trap"), 1, 1, NULL, NULL));
    GIVES(719, cuCtxSynchronize());
    OK(cuCtxDestroy_v2(ctx));
    ctx = world();
    poke((CUdeviceptr)(uintptr_t)host);
    GIVES(700, cuCtxSynchronize());
    CHECK_INT(seen_fault.kind, IQ_SOFT_FAULT_HOST_POINTER);
}

APART(silent_faults)
{
    world();
    CUdeviceptr d, e;
    kernel("poke");
    OK(cuMemAlloc_v2(&d, 64));
    OK(cuMemAlloc_v2(&e, 512));
    OK(cuMemsetD8_v2(e, 0, 512));
    poke(d + 64); /* behind its end, still the same unit */
    OK(cuCtxSynchronize());
    CHECK_INT(seen_faults, 1);
    CHECK_INT(seen_fault.kind, IQ_SOFT_FAULT_OUT_OF_BOUNDS);
    CHECK_INT(seen_fault.sticky_code, 0);
    CHECK_INT(seen_fault.object_base, d);
    CHECK_INT(seen_fault.object_size, 64);
    poke(d + 512); /* the neighbour: nobody can tell */
    OK(cuCtxSynchronize());
    CHECK_INT(seen_faults, 1);
    int value;
    OK(cuMemcpyDtoH_v2(&value, e, 4));
    CHECK_INT(value, 1);
    OK(cuMemFree_v2(d));
    poke(d);
    OK(cuCtxSynchronize());
    CHECK_INT(seen_faults, 2);
    CHECK_INT(seen_fault.kind, IQ_SOFT_FAULT_USE_AFTER_FREE);
}

APART(broken_primary)
{
    CUcontext ctx;
    OK(cuInit(0));
    OK(cuDevicePrimaryCtxRetain(&ctx, 0));
    OK(cuCtxSetCurrent(ctx));
    OK(launch(kernel("trap"), 1, 1, NULL, NULL));
    GIVES(719, cuCtxSynchronize());
    OK(cuDevicePrimaryCtxReset_v2(0));
    GIVES(46, cuDevicePrimaryCtxRetain(&ctx, 0));
}

APART(kernel_timeout)
{
    setenv("INQUEST_KERNEL_TIMEOUT", "0.5", 1);
    world();
    CUdeviceptr d;
    OK(cuMemAlloc_v2(&d, 64));
    OK(cuMemsetD8_v2(d, 0, 64));
    OK(launch(kernel("spin"), 4, 32, NULL, (void *[]){ &d }));
    GIVES(702, cuCtxSynchronize());
    CHECK_INT(seen_fault.kind, IQ_SOFT_FAULT_TIMEOUT);
}

static void print_hello(void)
{
    world();
    OK(launch(kernel("hello"), 2, 1, NULL, NULL));
    OK(cuCtxSynchronize());
}

TEST(device_printf)
{
    char text[64] = "";
    int ends[2];
    CHECK_INT(pipe(ends), 0);
    fflush(stdout);
    int saved = dup(1);
    dup2(ends[1], 1);
    CHECK_INT(apart(print_hello), 0);
    dup2(saved, 1);
    CHECK_INT(read(ends[0], text, sizeof text - 1), 6);
    CHECK_STR(text, "hi\nhi\n");
}

APART(forked_child)
{
    world();
    CUdeviceptr p;
    OK(cuMemAlloc_v2(&p, 64));
    int status;
    pid_t pid = fork();
    if (!pid)
        _exit(cuMemAlloc_v2(&p, 64) == 3 && cuInit(0) == 3 && cuMemFree_v2(p) == 3 &&
                      cuCtxSynchronize() == 3
                  ? 0
                  : 1);
    waitpid(pid, &status, 0);
    CHECK_INT(status, 0);
    OK(cuMemFree_v2(p));
}

APART(peers)
{
    CUcontext a, b;
    CUdeviceptr p, q;
    setenv("INQUEST_SOFT_DEVICES", "2", 1);
    a = world();
    OK(cuMemAlloc_v2(&p, 64));
    OK(cuCtxCreate_v2(&b, 0, 1));
    OK(cuMemAlloc_v2(&q, 64));
    OK(cuMemcpyDtoD_v2(q, p, 64));
    OK(cuMemcpyPeer(q, b, p, a, 64));
    GIVES(217, cuCtxEnablePeerAccess(b, 0));
    GIVES(705, cuCtxDisablePeerAccess(a));
    OK(cuCtxEnablePeerAccess(a, 0));
    GIVES(704, cuCtxEnablePeerAccess(a, 0));
    poke(p);
    OK(cuCtxSynchronize());
    OK(cuCtxDisablePeerAccess(a));
    poke(p);
    GIVES(700, cuCtxSynchronize());
}

static CUdeviceptr at_exit_memory;
static void after_all(void)
{
    cuMemFree_v2(at_exit_memory);
    cuCtxSynchronize();
}
static void exits(void)
{
    world();
    OK(cuMemAlloc_v2(&at_exit_memory, 64));
    atexit(after_all);
    OK(launch(kernel("nothing"), 100, 32, NULL, NULL));
    exit(iq_test_failures);
}
TEST(calls_at_exit) { CHECK_INT(apart(exits), 0); }

APART(entry_points)
{
    void *old, *new, *thread, *none;
    CUdriverProcAddressQueryResult status;
    OK(cuGetProcAddress_v2("cuCtxGetDevice", &old, 12000, 0, &status));
    OK(cuGetProcAddress_v2("cuCtxGetDevice", &new, 13000, 0, &status));
    CHECK(old != new);
    OK(cuGetProcAddress_v2("cuLaunchKernel", &old, 13000, 0, &status));
    OK(cuGetProcAddress_v2("cuLaunchKernel", &thread, 13000,
                           CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &status));
    CHECK(old != thread);
    GIVES(500, cuGetProcAddress_v2("cuNoSuchThing", &none, 13000, 0, &status));
    CHECK_INT(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    CHECK(!none);
    const char *name;
    OK(cuGetErrorName(700, &name));
    CHECK_STR(name, "CUDA_ERROR_ILLEGAL_ADDRESS");
    GIVES(1, cuGetErrorName((CUresult)12345, &name));
    CHECK(!name);
}

/* The kernel or the launch asks for clusters, which the grid must have a whole number of. */
APART(clusters)
{
    static const char text[] =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry two() .explicitcluster .reqnctapercluster 2, 1, 1 { ret; }\n.visible .entry one() .reqnctapercluster 1, 1, 1 { ret; }\n";
    CUmodule module;
    CUfunction two, one;
    int width = 0;
    world();
    OK(cuModuleLoadData(&module, text));
    OK(cuModuleGetFunction(&two, module, "two"));
    OK(cuModuleGetFunction(&one, module, "one"));
    OK(cuFuncGetAttribute(&width, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, two));
    CHECK_INT(width, 2);
    OK(launch(two, 2, 1, NULL, NULL));
    GIVES(912, launch(two, 3, 1, NULL, NULL));
    OK(launch(one, 2, 1, NULL, NULL));
    CUlaunchAttribute attribute = { .id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
                                    .value.clusterDim = { 2, 1, 1 } };
    CUlaunchConfig config = { .gridDimX = 2,
                              .gridDimY = 1,
                              .gridDimZ = 1,
                              .blockDimX = 1,
                              .blockDimY = 1,
                              .blockDimZ = 1,
                              .attrs = &attribute,
                              .numAttrs = 1 };
    OK(cuLaunchKernelEx(&config, kernel("nothing"), NULL, NULL));
    config.gridDimX = 16;
    attribute.value.clusterDim.x = 16;
    GIVES(912, cuLaunchKernelEx(&config, kernel("nothing"), NULL, NULL));
    OK(cuFuncSetAttribute(kernel("nothing"), CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
                          1));
    OK(cuLaunchKernelEx(&config, kernel("nothing"), NULL, NULL));
    GIVES(912, cuLaunchKernelEx(&config, two, NULL, NULL));
    attribute.value.clusterDim.x = 0;
    GIVES(912, cuLaunchKernelEx(&config, kernel("nothing"), NULL, NULL));
    attribute.value.clusterDim.x = 1;
    OK(cuLaunchKernelEx(&config, kernel("nothing"), NULL, NULL));
    OK(cuCtxSynchronize());
}

/* A program may name headers of the device runtime (-lineinfo): it is not that library. */
APART(headers_of_the_device_runtime)
{
    CUmodule module;
    CUfunction k;
    world();
    OK(cuModuleLoadData(
        &module, ".version 8.0\n.target sm_50\n.address_size 64\n.visible .entry k() { ret; }\n"
                 ".file 1 \"/usr/local/cuda/include/cuda_device_runtime_api.h\"\n"));
    OK(cuModuleGetFunction(&k, module, "k"));
}

/* States, logs and sizes as an H100 has them. */
APART(link_states_and_logs)
{
    static const char user[] =
        ".version 8.0\n.target sm_50\n.address_size 64\n.extern .func f();\n.visible .entry k() { call f, (); ret; }\n";
    static const char bad[] =
        ".version 8.0\n.target sm_50\n.address_size 64\n.visible .entry k() { .reg .b32 x; add.u32 x, y, 1; ret; }\n";
    char info[400] = "", error[20] = "";
    CUjit_option options[] = { CU_JIT_INFO_LOG_BUFFER,  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                               CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                               CU_JIT_LOG_VERBOSE,      CU_JIT_WALL_TIME };
    void *values[] = { info, (void *)sizeof info, error, (void *)sizeof error, (void *)1, NULL },
         *image = NULL;
    CUlinkState state;
    CUmodule module;
    size_t size;
    float time = -1;
    world();
    OK(cuLinkCreate_v2(6, options, values, &state));
    OK(cuLinkComplete(state, &image, &size));
    CHECK_STR(info, "info    : 0 bytes gmem");
    memcpy(&time, &values[5], sizeof time);
    CHECK(time >= 0 && time < 60000);
    GIVES(400, cuLinkComplete(state, &image, &size));
    GIVES(1, cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, (void *)(uintptr_t)user, sizeof user, "u", 0,
                              NULL, NULL));
    OK(cuModuleLoadData(&module, image));
    OK(cuLinkDestroy(state));
    image = NULL;
    values[1] = (void *)sizeof info; /* both were given back as what had been used */
    values[3] = (void *)sizeof error;
    OK(cuLinkCreate_v2(6, options, values, &state));
    GIVES(218, cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, (void *)(uintptr_t)bad, sizeof bad, "b", 0,
                                NULL, NULL));
    CHECK_STR(error, "ptxas application p"); /* cut, with its end */
    OK(cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, (void *)(uintptr_t)user, sizeof user, "u", 0, NULL,
                        NULL));
    GIVES(300, cuLinkComplete(state, &image, &size));
    GIVES(300, cuLinkComplete(state, &image, &size)); /* failed once, failed for good */
    CHECK(!image);
    OK(cuLinkDestroy(state));
    GIVES(400, cuLinkDestroy(state));
}

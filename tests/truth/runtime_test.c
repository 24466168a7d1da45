/* What the runtime must do rightly, beyond codes: data arrives, layouts fit their version, threads, forks and resets keep apart.
 * Links the static runtime; uses whatever libcuda.so.1 the loader finds.  Exit status 77 without a driver.
 * `runtime_test` runs all parts, `runtime_test PART` one. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "iq_cudart_protos.h"

#include "driver_cases_ptx.h"

void inquest_softrt_set_version(int version);

static int failures;
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            failures++; \
        } \
    } while (0)
#define OK(call) \
    do { \
        int code_ = (int)(call); \
        if (code_ != 0) { \
            fprintf(stderr, "%s:%d: %s -> %d\n", __FILE__, __LINE__, #call, code_); \
            failures++; \
        } \
    } while (0)
#define IS(call, wanted) \
    do { \
        int code_ = (int)(call); \
        if (code_ != (wanted)) { \
            fprintf(stderr, "%s:%d: %s -> %d, wanted %d\n", __FILE__, __LINE__, #call, code_, (int)(wanted)); \
            failures++; \
        } \
    } while (0)

/* Kernels: those of the truth cases, and one image of its own with a managed variable. */
static const char own_ptx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .global .attribute(.managed) .align 4 .b8 counter[8];\n"
    ".visible .const .align 4 .b8 factor[4];\n"
    ".visible .global .align 4 .b8 table[16] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0};\n"
    ".visible .entry count(.param .u32 step)\n"
    "{\n"
    "    .reg .b32 %r<4>;\n"
    "    ld.param.u32 %r1, [step];\n"
    "    ld.const.u32 %r2, [factor];\n"
    "    mul.lo.u32 %r3, %r1, %r2;\n"
    "    red.global.add.u32 [counter], %r3;\n"
    "    ret;\n"
    "}\n";

struct image {
    struct { uint32_t magic; uint16_t version, header; uint64_t size; } head;
    struct {
        uint16_t kind, version;
        uint32_t header;
        uint64_t payload;
        uint32_t compressed, options;
        uint16_t minor, major;
        uint32_t arch, name, name_length;
        uint64_t flags, zero, uncompressed, option[2];
    } entry;
    char text[6144];
};
struct wrapper { uint32_t magic, version; const void *data; const void *file; };
static struct image images[2];
static struct wrapper wrappers[2] = {{0x466243b1, 1, &images[0], NULL}, {0x466243b1, 1, &images[1], NULL}};
static void **handles[2];

static void k_empty(void) { (void)"k_empty"; }
static void k_fill(void) { (void)"k_fill"; }
static void k_tex(void) { (void)"k_tex"; }
static void k_count(void) { (void)"k_count"; }
static int d_sym[10], factor[1], table[4];
static int *counter;

static void build(struct image *image, const char *text, size_t size)
{
    image->head.magic = 0xba55ed50;
    image->head.version = 1;
    image->head.header = sizeof image->head;
    image->head.size = sizeof *image - sizeof image->head;
    image->entry.kind = 1;
    image->entry.version = 0x101;
    image->entry.header = sizeof image->entry;
    image->entry.payload = sizeof image->text;
    image->entry.minor = 5;
    image->entry.major = 7;
    image->entry.arch = 75;
    image->entry.flags = 0x11;
    image->entry.options = offsetof(__typeof__(image->entry), option);
    image->entry.option[0] = 0x48;
    memcpy(image->text, text, size);
}

static void unregister(void)
{
    __cudaUnregisterFatBinary(handles[1]);
    __cudaUnregisterFatBinary(handles[0]);
}

static void function(void **handle, void (*stub)(void), const char *name)
{
    __cudaRegisterFunction(handle, (const char *)(uintptr_t)stub, NULL, name, -1, NULL, NULL, NULL, NULL, NULL);
}

__attribute__((constructor)) static void register_all(void)
{
    _Static_assert(sizeof ptx_text <= sizeof images[0].text, "the text fits");
    build(&images[0], ptx_text, sizeof ptx_text);
    build(&images[1], own_ptx, sizeof own_ptx);
    handles[0] = __cudaRegisterFatBinary(&wrappers[0]);
    function(handles[0], k_empty, "k_empty");
    function(handles[0], k_fill, "k_fill");
    function(handles[0], k_tex, "k_tex");
    __cudaRegisterVar(handles[0], (char *)d_sym, NULL, "d_sym", 0, sizeof d_sym, 0, 0);
    __cudaRegisterFatBinaryEnd(handles[0]);
    handles[1] = __cudaRegisterFatBinary(&wrappers[1]);
    function(handles[1], k_count, "count");
    __cudaRegisterManagedVar(handles[1], (void **)&counter, NULL, "counter", 0, 8, 0, 0);
    __cudaRegisterVar(handles[1], (char *)factor, NULL, "factor", 0, 4, 1, 0);
    __cudaRegisterVar(handles[1], (char *)table, NULL, "table", 0, 16, 0, 0);
    __cudaRegisterFatBinaryEnd(handles[1]);
    atexit(unregister);
}

static const void *stub(void (*function_)(void))
{
    return (const void *)(uintptr_t)function_;
}

static const dim3 one = {1, 1, 1};

static int fill(int *p, int n, int v, cudaStream_t stream)
{
    dim3 block = {64, 1, 1}, grid = {(unsigned)(n + 63) / 64, 1, 1};
    void *args[] = {&p, &n, &v};

    return (int)cudaLaunchKernel(stub(k_fill), grid, block, args, 0, stream);
}

static void part_launch(void)
{
    int *d = NULL, h[100];
    cudaKernel_t kernel = NULL;
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream = (cudaStream_t)1;
    cudaLaunchConfig_t config = {.gridDim = {2, 1, 1}, .blockDim = {64, 1, 1}};
    int n = 100, v = 8;
    void *args[] = {&d, &n, &v};

    OK(cudaMalloc((void **)&d, sizeof h));
    OK(fill(d, 100, 7, 0));
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 7 && h[99] == 7);
    OK(cudaLaunchKernelExC(&config, stub(k_fill), args));
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 8 && h[99] == 8);
    CHECK(__cudaPushCallConfiguration((dim3){3, 1, 1}, (dim3){4, 5, 6}, 77, NULL) == 0);
    OK(__cudaPopCallConfiguration(&grid, &block, &shared, &stream));
    CHECK(grid.x == 3 && block.y == 5 && block.z == 6 && shared == 77 && stream == NULL);
    IS(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaErrorMissingConfiguration);
    IS(cudaGetLastError(), cudaErrorMissingConfiguration);
    OK(__cudaGetKernel(&kernel, stub(k_fill)));
    v = 9;
    OK(__cudaLaunchKernel(kernel, config.gridDim, config.blockDim, args, 0, NULL));
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 9 && h[99] == 9);
    v = 10;
    OK(cudaLaunchCooperativeKernel(stub(k_fill), config.gridDim, config.blockDim, args, 0, NULL));
    OK(cudaLaunchKernel_ptsz(stub(k_empty), one, one, NULL, 0, NULL));
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy_ptds(h, d, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 10);
    OK(cudaFree(d));
}

static void part_symbols(void)
{
    int values[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, back[10] = {0}, three = 3, step = 2;
    void *address = NULL, *args[] = {&step};
    size_t size = 0;

    OK(cudaMemcpyToSymbol(d_sym, values, sizeof values, 0, cudaMemcpyHostToDevice));
    OK(cudaMemcpyFromSymbol(back, d_sym, 8, 4, cudaMemcpyDeviceToHost));
    CHECK(back[0] == 1 && back[1] == 2);
    OK(cudaGetSymbolAddress(&address, d_sym));
    OK(cudaGetSymbolSize(&size, d_sym));
    CHECK(size == 40 && address != NULL);
    OK(cudaMemcpy(back, address, 40, cudaMemcpyDeviceToHost));
    CHECK(back[9] == 9);
    OK(cudaMemcpyFromSymbol(back, table, 16, 0, cudaMemcpyDefault));
    CHECK(back[0] == 1 && back[3] == 4);
    IS(cudaMemcpyToSymbol(&three, values, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidSymbol);
    IS(cudaMemcpyToSymbol(d_sym, values, 4, 0, cudaMemcpyDeviceToHost), cudaErrorInvalidMemcpyDirection);
    CHECK(counter != NULL);
    if (!counter)
        return;
    counter[0] = 40;
    OK(cudaMemcpyToSymbol(factor, &three, 4, 0, cudaMemcpyHostToDevice));
    OK(cudaLaunchKernel(stub(k_count), one, one, args, 0, NULL));
    OK(cudaDeviceSynchronize());
    CHECK(counter[0] == 46);
    OK(cudaGetSymbolAddress(&address, counter));
    CHECK(address == counter);
    (void)cudaGetLastError();
}

static void part_areas(void)
{
    struct cudaPitchedPtr box;
    struct cudaExtent extent = {20, 4, 3};
    struct cudaMemcpy3DParms p;
    unsigned char h[240], g[240];
    char *d;
    size_t pitch = 0;

    for (int i = 0; i < 240; i++)
        h[i] = (unsigned char)i;
    OK(cudaMalloc3D(&box, extent));
    CHECK(box.pitch >= 20 && box.xsize == 20 && box.ysize == 4);
    OK(cudaMemset3D(box, 9, extent));
    memset(&p, 0, sizeof p);
    p.srcPtr = (struct cudaPitchedPtr){h, 20, 20, 4};
    p.dstPtr = box;
    p.srcPos = (struct cudaPos){2, 1, 1};
    p.dstPos = (struct cudaPos){5, 2, 1};
    p.extent = (struct cudaExtent){10, 2, 2};
    p.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&p));
    memset(&p, 0, sizeof p);
    p.srcPtr = box;
    p.dstPtr = (struct cudaPitchedPtr){g, 20, 20, 4};
    p.extent = extent;
    p.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3DAsync(&p, NULL));
    OK(cudaStreamSynchronize(NULL));
    CHECK(g[0] == 9 && g[80 + 2 * 20 + 5] == h[80 + 20 + 2] && g[160 + 3 * 20 + 14] == h[160 + 40 + 11]);
    CHECK(g[80 + 2 * 20 + 4] == 9 && g[80 + 2 * 20 + 15] == 9);
    OK(cudaFree(box.ptr));
    OK(cudaMallocPitch((void **)&d, &pitch, 10, 5));
    OK(cudaMemset2D(d, pitch, 3, 10, 5));
    OK(cudaMemcpy2D(d + pitch, pitch, h, 20, 6, 3, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2D(g, 10, d, pitch, 10, 5, cudaMemcpyDeviceToHost));
    CHECK(g[0] == 3 && g[10] == 0 && g[15] == 5 && g[16] == 3 && g[20] == 20 && g[40] == 3);
    OK(cudaFree(d));
}

static void part_arrays(void)
{
    struct cudaChannelFormatDesc desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat), found;
    struct cudaExtent extent;
    struct cudaMemcpy3DParms p;
    cudaArray_t a = NULL, b = NULL;
    float h[32], g[32];
    unsigned flags = 9;

    for (int i = 0; i < 32; i++)
        h[i] = (float)i;
    OK(cudaMallocArray(&a, &desc, 8, 4, 0));
    OK(cudaMallocArray(&b, &desc, 8, 4, 0));
    OK(cudaMemcpy2DToArray(a, 0, 0, h, 32, 32, 4, cudaMemcpyHostToDevice));
    OK(cudaMemcpyFromArray(g, a, 8, 1, 80, cudaMemcpyDeviceToHost));
    CHECK(g[0] == 10 && g[5] == 15 && g[6] == 16 && g[19] == 29);
    OK(cudaMemcpyToArray(b, 4, 1, h, 88, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2DFromArray(g, 32, b, 0, 1, 32, 3, cudaMemcpyDeviceToHost));
    CHECK(g[1] == 0 && g[22] == 21);
    OK(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 2, 32, 2, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpy2DFromArray(g, 32, b, 0, 0, 32, 1, cudaMemcpyDeviceToHost));
    CHECK(g[0] == 16);
    OK(cudaArrayGetInfo(&found, &extent, &flags, a));
    CHECK(found.x == 32 && found.y == 0 && found.f == cudaChannelFormatKindFloat && extent.width == 8 && extent.height == 4);
    CHECK(extent.depth == 0 && flags == 0);
    memset(&p, 0, sizeof p);
    p.srcArray = a;
    p.srcPos = (struct cudaPos){2, 1, 0};
    p.dstPtr = (struct cudaPitchedPtr){g, 16, 4, 2};
    p.extent = (struct cudaExtent){4, 2, 1};
    p.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&p));
    CHECK(g[0] == 10 && g[3] == 13 && g[4] == 18);
    OK(cudaFreeArray(a));
    OK(cudaFreeArray(b));
}

static void part_textures(void)
{
    struct cudaChannelFormatDesc desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    struct cudaResourceDesc resource, back;
    struct cudaTextureDesc texture, texture_back;
    cudaTextureObject_t object = 0;
    cudaArray_t a = NULL;
    float h[16], value = 0, *out = NULL;
    void *args[] = {&object, &out};

    for (int i = 0; i < 16; i++)
        h[i] = (float)(i + 5);
    OK(cudaMallocArray(&a, &desc, 4, 4, 0));
    OK(cudaMemcpy2DToArray(a, 0, 0, h, 16, 16, 4, cudaMemcpyHostToDevice));
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = a;
    memset(&texture, 0, sizeof texture);
    texture.addressMode[0] = texture.addressMode[1] = cudaAddressModeClamp;
    OK(cudaCreateTextureObject(&object, &resource, &texture, NULL));
    OK(cudaMalloc((void **)&out, 4));
    OK(cudaLaunchKernel(stub(k_tex), one, one, args, 0, NULL));
    OK(cudaMemcpy(&value, out, 4, cudaMemcpyDeviceToHost));
    CHECK(value == 5);
    OK(cudaGetTextureObjectResourceDesc(&back, object));
    CHECK(back.resType == cudaResourceTypeArray && back.res.array.array == a);
    OK(cudaGetTextureObjectTextureDesc(&texture_back, object));
    CHECK(texture_back.addressMode[1] == cudaAddressModeClamp && texture_back.readMode == cudaReadModeElementType);
    OK(cudaDestroyTextureObject(object));
    OK(cudaFreeArray(a));
    OK(cudaFree(out));
}

static int called;
static void on_host(void *user)
{
    called += *(int *)user;
}

static void on_stream(cudaStream_t stream, cudaError_t status, void *user)
{
    (void)stream;
    called += status == cudaSuccess ? *(int *)user : -1000;
}

static void part_streams(void)
{
    cudaStream_t s, t;
    cudaEvent_t a, b;
    int *d = NULL, *h = NULL, five = 5, device = -1;
    float ms = -1;
    unsigned flags = 9;

    OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    OK(cudaStreamCreate(&t));
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&b));
    OK(cudaMalloc((void **)&d, 4096));
    OK(cudaMallocHost((void **)&h, 4096));
    OK(cudaEventRecord(a, s));
    OK(fill(d, 1024, 21, s));
    OK(cudaEventRecord(b, s));
    OK(cudaStreamWaitEvent(t, b, 0));
    OK(cudaMemcpyAsync(h, d, 4096, cudaMemcpyDeviceToHost, t));
    OK(cudaLaunchHostFunc(t, on_host, &five));
    OK(cudaStreamAddCallback(t, on_stream, &five, 0));
    OK(cudaStreamSynchronize(t));
    CHECK(h[0] == 21 && h[1023] == 21 && called == 10);
    OK(cudaEventSynchronize(b));
    OK(cudaEventElapsedTime(&ms, a, b));
    CHECK(ms >= 0);
    OK(cudaStreamQuery(t));
    OK(cudaStreamGetFlags(s, &flags));
    CHECK(flags == cudaStreamNonBlocking);
    OK(cudaStreamGetDevice(s, &device));
    CHECK(device == 0);
    OK(cudaMemsetAsync_ptsz(d, 0, 4096, NULL));
    OK(cudaStreamSynchronize(cudaStreamPerThread));
    OK(cudaMemcpy(h, d, 4, cudaMemcpyDefault));
    CHECK(h[0] == 0);
    OK(cudaEventDestroy(a));
    OK(cudaEventDestroy(b));
    OK(cudaStreamDestroy(s));
    OK(cudaStreamDestroy(t));
    OK(cudaFreeHost(h));
    OK(cudaFree(d));
}

static void part_capture(void)
{
    cudaStream_t s;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;
    enum cudaStreamCaptureStatus status;
    unsigned long long id = 0;
    size_t count = 0;
    int *d = NULL, h = 0;

    OK(cudaStreamCreate(&s));
    OK(cudaMalloc((void **)&d, 256));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    OK(cudaMemsetAsync(d, 0, 256, s));
    OK(fill(d, 64, 33, s));
    OK(cudaStreamGetCaptureInfo(s, &status, &id, NULL, NULL, NULL, &count));
    CHECK(status == cudaStreamCaptureStatusActive && count == 1);
    OK(cudaStreamEndCapture(s, &graph));
    OK(cudaGraphGetNodes(graph, NULL, &count));
    CHECK(count == 2);
    OK(cudaGraphGetEdges(graph, NULL, NULL, NULL, &count));
    CHECK(count == 1);
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphLaunch(exec, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaMemcpy(&h, d + 63, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 33);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaStreamDestroy(s));
    OK(cudaFree(d));
}

static void part_graphs(void)
{
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;
    cudaGraphNode_t set, kernel, copy, host;
    struct cudaMemsetParams fill_params = {.value = 7, .elementSize = 4, .width = 4, .height = 1};
    struct cudaKernelNodeParams k = {.func = (void *)(uintptr_t)k_fill, .gridDim = {1, 1, 1}, .blockDim = {64, 1, 1}}, k_back;
    struct cudaMemcpy3DParms copy_back;
    struct cudaHostNodeParams call = {on_host, NULL};
    enum cudaGraphNodeType type;
    int *d = NULL, h[4] = {0}, n = 2, v = 5, before = called, hundred = 100;
    void *args[] = {&d, &n, &v};

    OK(cudaMalloc((void **)&d, 256));
    fill_params.dst = d;
    k.kernelParams = args;
    call.userData = &hundred;
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddMemsetNode(&set, graph, NULL, 0, &fill_params));
    OK(cudaGraphAddKernelNode(&kernel, graph, &set, 1, &k));
    OK(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, h, d, sizeof h, cudaMemcpyDeviceToHost));
    OK(cudaGraphAddHostNode(&host, graph, &copy, 1, &call));
    OK(cudaGraphKernelNodeGetParams(kernel, &k_back));
    CHECK(k_back.func == k.func && k_back.blockDim.x == 64);
    OK(cudaGraphMemcpyNodeGetParams(copy, &copy_back));
    CHECK(copy_back.dstPtr.ptr == h && copy_back.srcPtr.ptr == d && copy_back.extent.width == 16);
    CHECK(copy_back.kind == cudaMemcpyDeviceToHost);
    OK(cudaGraphNodeGetType(set, &type));
    CHECK(type == cudaGraphNodeTypeMemset);
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphLaunch(exec, NULL));
    OK(cudaDeviceSynchronize());
    CHECK(h[0] == 5 && h[1] == 5 && h[2] == 7 && h[3] == 7 && called == before + 100);
    v = 6;
    OK(cudaGraphExecKernelNodeSetParams(exec, kernel, &k));
    OK(cudaGraphLaunch(exec, NULL));
    OK(cudaDeviceSynchronize());
    CHECK(h[0] == 6 && h[2] == 7);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaFree(d));
}

static void part_pools(void)
{
    struct cudaMemPoolProps props;
    cudaMemPool_t pool = NULL, current = NULL;
    cudaStream_t s;
    int *a = NULL, *b = NULL, h = 0;
    uint64_t keep = ~0ull, back = 0;

    memset(&props, 0, sizeof props);
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    OK(cudaStreamCreate(&s));
    OK(cudaMemPoolCreate(&pool, &props));
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &back));
    CHECK(back == keep);
    OK(cudaMallocFromPoolAsync((void **)&a, 256, pool, s));
    OK(cudaMallocAsync((void **)&b, 256, s));
    OK(fill(a, 64, 3, s));
    OK(cudaMemcpyAsync(b, a, 256, cudaMemcpyDeviceToDevice, s));
    OK(cudaMemcpyAsync(&h, b, 4, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamSynchronize(s));
    CHECK(h == 3);
    OK(cudaFreeAsync(a, s));
    OK(cudaFreeAsync(b, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaMemPoolTrimTo(pool, 0));
    OK(cudaMemPoolDestroy(pool));
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    OK(cudaDeviceGetMemPool(&current, 0));
    CHECK(pool != NULL && pool == current);
    OK(cudaStreamDestroy(s));
}

static void part_pointers(void)
{
    struct cudaPointerAttributes a;
    int *d = NULL, *pinned = NULL, *managed = NULL, host = 0;
    void *mapped = NULL;

    OK(cudaMalloc((void **)&d, 64));
    OK(cudaMallocHost((void **)&pinned, 64));
    OK(cudaMallocManaged((void **)&managed, 64, cudaMemAttachGlobal));
    OK(cudaPointerGetAttributes(&a, d));
    CHECK(a.type == cudaMemoryTypeDevice && a.device == 0 && a.devicePointer == d && a.hostPointer == NULL);
    OK(cudaPointerGetAttributes(&a, pinned));
    CHECK(a.type == cudaMemoryTypeHost && a.hostPointer == pinned);
    OK(cudaPointerGetAttributes(&a, managed));
    CHECK(a.type == cudaMemoryTypeManaged && a.hostPointer == managed && a.devicePointer == managed);
    OK(cudaPointerGetAttributes(&a, &host));
    CHECK(a.type == cudaMemoryTypeUnregistered && a.device == cudaInvalidDeviceId && a.hostPointer == &host);
    OK(cudaHostGetDevicePointer(&mapped, pinned, 0));
    CHECK(mapped != NULL);
    managed[3] = 4;
    OK(cudaMemcpy(&host, managed + 3, 4, cudaMemcpyDefault));
    CHECK(host == 4);
    OK(cudaFree(d));
    OK(cudaFree(managed));
    OK(cudaFreeHost(pinned));
}

/* The space behind each layout stays untouched. */
static void layouts(int version, size_t props, size_t attributes, size_t pointer)
{
    unsigned char room[4096];
    struct cudaDeviceProp_v11 *head = (void *)room;

    inquest_softrt_set_version(version);
    memset(room, 0xee, sizeof room);
    OK(cudaGetDeviceProperties((void *)room, 0));
    CHECK(room[props] == 0xee && room[props + 40] == 0xee);
    CHECK(head->warpSize == 32 && head->maxThreadsPerBlock == 1024 && head->name[0] != '\0');
    memset(room, 0xee, sizeof room);
    OK(cudaFuncGetAttributes((void *)room, stub(k_fill)));
    CHECK(room[attributes] == 0xee && ((struct cudaFuncAttributes *)(void *)room)->maxThreadsPerBlock >= 64);
    memset(room, 0xee, sizeof room);
    OK(cudaPointerGetAttributes((void *)room, room));
    CHECK(room[pointer] == 0xee && room[pointer - 1] != 0xee);
    inquest_softrt_set_version(13000);
}

static void part_layouts(void)
{
    struct cudaDeviceProp prop;
    int value = 0;

    OK(cudaGetDeviceProperties((void *)&prop, 0));
    OK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
    CHECK(prop.multiProcessorCount == value && prop.major >= 1);
    layouts(11080, sizeof(struct cudaDeviceProp_v11), sizeof(struct cudaFuncAttributes_v11), sizeof(struct cudaPointerAttributes_v12));
    layouts(12090, sizeof(struct cudaDeviceProp_v11), sizeof(struct cudaFuncAttributes), sizeof(struct cudaPointerAttributes_v12));
    layouts(13000, sizeof(struct cudaDeviceProp), sizeof(struct cudaFuncAttributes), sizeof(struct cudaPointerAttributes));
}

static void part_occupancy(void)
{
    int blocks = 0;
    size_t room = 0;

    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, stub(k_fill), 256, 0));
    CHECK(blocks >= 1 && blocks <= 64);
    OK(cudaOccupancyAvailableDynamicSMemPerBlock(&room, stub(k_fill), 1, 256));
    CHECK(room > 0);
    OK(cudaFuncSetAttribute(stub(k_fill), cudaFuncAttributeMaxDynamicSharedMemorySize, 60000));
    IS(cudaFuncSetAttribute(stub(k_fill), cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20), cudaErrorInvalidValue);
    IS(cudaFuncSetAttribute(NULL, cudaFuncAttributeMaxDynamicSharedMemorySize, 1), cudaErrorInvalidDeviceFunction);
    (void)cudaGetLastError();
}

static void part_entry_points(void)
{
    enum cudaDriverEntryPointQueryResult status;
    void *function_ = NULL;
    int driver = 0, runtime = 0;

    OK(cudaGetDriverEntryPointByVersion("cuMemAlloc", &function_, 13000, cudaEnableDefault, &status));
    CHECK(function_ != NULL && status == cudaDriverEntryPointSuccess);
    OK(cudaGetDriverEntryPointByVersion("cuNothing", &function_, 13000, cudaEnableDefault, &status));
    CHECK(function_ == NULL && status == cudaDriverEntryPointSymbolNotFound);
    OK(cudaDriverGetVersion(&driver));
    OK(cudaRuntimeGetVersion(&runtime));
    CHECK(driver >= 11000 && runtime == 13000);
    CHECK(!strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue"));
    CHECK(!strcmp(cudaGetErrorString((cudaError_t)12345), "unrecognized error code"));
}

static void *other_thread(void *result)
{
    int device = -1, *d = NULL;

    IS(cudaPeekAtLastError(), cudaSuccess);
    OK(cudaGetDevice(&device));
    CHECK(device == 0);
    OK(cudaMalloc((void **)&d, 64));
    OK(fill(d, 16, 12, NULL));
    OK(cudaMemcpy(result, d, 4, cudaMemcpyDeviceToHost));
    OK(cudaFree(d));
    IS(cudaSetDevice(99), cudaErrorInvalidDevice);
    IS(cudaGetLastError(), cudaErrorInvalidDevice);
    return NULL;
}

static void part_threads(void)
{
    pthread_t threads[4];
    int results[4] = {0};

    IS(cudaMemcpy(NULL, results, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, other_thread, &results[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++)
        CHECK(results[i] == 12);
    IS(cudaPeekAtLastError(), cudaErrorInvalidValue);
    IS(cudaGetLastError(), cudaErrorInvalidValue);
    IS(cudaGetLastError(), cudaSuccess);
}

static void part_reset(void)
{
    int *d = NULL, h = 5, zero = 1;

    OK(cudaMemcpyToSymbol(d_sym, &h, 4, 0, cudaMemcpyHostToDevice));
    OK(cudaMalloc((void **)&d, 64));
    OK(cudaDeviceReset());
    IS(cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    (void)cudaGetLastError();
    OK(cudaMemcpyFromSymbol(&zero, d_sym, 4, 0, cudaMemcpyDeviceToHost));
    CHECK(zero == 0);
    OK(cudaMalloc((void **)&d, 64));
    OK(fill(d, 16, 4, NULL));
    OK(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 4 && counter != NULL);
    if (counter)
        counter[0] = 1;
    OK(cudaFree(d));
}

static void part_fork(void)
{
    int status = 0;
    pid_t child;

    OK(cudaFree(NULL));
    child = fork();
    if (child == 0) {
        void *d = NULL;

        _exit(cudaFree(NULL) == cudaErrorInitializationError && cudaMalloc(&d, 64) == cudaErrorInitializationError ? 0 : 1);
    }
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void part_batch(void)
{
    struct cudaMemcpyAttributes attributes = {.srcAccessOrder = cudaMemcpySrcAccessOrderStream};
    int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, h[8] = {0}, *d = NULL;
    size_t sizes[2] = {16, 16}, index = 0;
    void *to[2], *from[2] = {a, b};
    cudaStream_t s;

    OK(cudaStreamCreate(&s));
    OK(cudaMalloc((void **)&d, 32));
    to[0] = d, to[1] = d + 4;
    OK(cudaMemcpyBatchAsync((void *)to, (void *)from, sizes, 2, &attributes, &index, 1, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaMemcpy(h, d, 32, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 1 && h[7] == 8);
    OK(cudaStreamDestroy(s));
    OK(cudaFree(d));
}

#define PARTS(P) \
    P(launch) P(symbols) P(areas) P(arrays) P(textures) P(streams) P(capture) P(graphs) P(pools) P(pointers) P(layouts) \
    P(occupancy) P(entry_points) P(threads) P(batch) P(reset) P(fork)

int main(int count, char **words)
{
    int devices = 0;
    cudaError_t code = cudaGetDeviceCount(&devices);

    if (code != cudaSuccess) {
        fprintf(stderr, "no device: %s\n", cudaGetErrorName(code));
        return code == cudaErrorInsufficientDriver || code == cudaErrorNoDevice ? 77 : 1;
    }
    OK(cudaFree(NULL));
#define RUN(part) \
    if (count < 2 || !strcmp(words[1], #part)) { \
        int before = failures; \
        part_##part(); \
        fprintf(stderr, "%s %s\n", failures == before ? "ok  " : "FAIL", #part); \
    }
    PARTS(RUN)
    return failures ? 1 : 0;
}

/* The cases of probe.cu as a C program: kernels are PTX text, registered the way host stubs of the CUDA compiler do, on the static
 * runtime of libtestcudart.a; the driver's functions come from libcuda.so.1.  Needs no CUDA toolkit.
 * `truth_cases --list`, `truth_cases CASE`: prints what h200.json records (run_truth.py --probe). */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "abi/cudart_abi.h"

#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wvla"

/* C++ names types without their tags. */
typedef enum cudaMemcpyKind cudaMemcpyKind;
typedef struct cudaChannelFormatDesc cudaChannelFormatDesc;
typedef struct cudaResourceDesc cudaResourceDesc;
typedef struct cudaTextureDesc cudaTextureDesc;
typedef struct cudaMemcpy3DParms cudaMemcpy3DParms;
typedef struct cudaPointerAttributes cudaPointerAttributes;
typedef struct cudaMemPoolProps cudaMemPoolProps;
typedef struct cudaExtent cudaExtent;

/* The runtime, as far as the cases use it. */
#define RT(name, ...) cudaError_t name(__VA_ARGS__)
RT(cudaMalloc, void **, size_t);
RT(cudaMallocHost, void **, size_t);
RT(cudaMallocPitch, void **, size_t *, size_t, size_t);
RT(cudaMallocManaged, void **, size_t, unsigned);
RT(cudaMallocAsync, void **, size_t, cudaStream_t);
RT(cudaMallocFromPoolAsync, void **, size_t, cudaMemPool_t, cudaStream_t);
RT(cudaMallocArray, cudaArray_t *, const struct cudaChannelFormatDesc *, size_t, size_t, unsigned);
RT(cudaMalloc3DArray, cudaArray_t *, const struct cudaChannelFormatDesc *, struct cudaExtent, unsigned);
RT(cudaFree, void *);
RT(cudaFreeHost, void *);
RT(cudaFreeAsync, void *, cudaStream_t);
RT(cudaFreeArray, cudaArray_t);
RT(cudaHostRegister, void *, size_t, unsigned);
RT(cudaHostUnregister, void *);
RT(cudaHostGetDevicePointer, void **, void *, unsigned);
RT(cudaMemGetInfo, size_t *, size_t *);
RT(cudaMemcpy, void *, const void *, size_t, enum cudaMemcpyKind);
RT(cudaMemcpyAsync, void *, const void *, size_t, enum cudaMemcpyKind, cudaStream_t);
RT(cudaMemcpyPeer, void *, int, const void *, int, size_t);
RT(cudaMemcpy2D, void *, size_t, const void *, size_t, size_t, size_t, enum cudaMemcpyKind);
RT(cudaMemcpy2DToArray, cudaArray_t, size_t, size_t, const void *, size_t, size_t, size_t, enum cudaMemcpyKind);
RT(cudaMemcpyToArray, cudaArray_t, size_t, size_t, const void *, size_t, enum cudaMemcpyKind);
RT(cudaMemcpy3D, const struct cudaMemcpy3DParms *);
RT(cudaMemcpyToSymbol, const void *, const void *, size_t, size_t, enum cudaMemcpyKind);
RT(cudaMemset, void *, int, size_t);
RT(cudaMemsetAsync, void *, int, size_t, cudaStream_t);
RT(cudaCreateTextureObject, cudaTextureObject_t *, const struct cudaResourceDesc *, const struct cudaTextureDesc *, const void *);
RT(cudaDestroyTextureObject, cudaTextureObject_t);
RT(cudaCreateSurfaceObject, cudaSurfaceObject_t *, const struct cudaResourceDesc *);
RT(cudaStreamCreate, cudaStream_t *);
RT(cudaStreamCreateWithFlags, cudaStream_t *, unsigned);
RT(cudaStreamDestroy, cudaStream_t);
RT(cudaStreamSynchronize, cudaStream_t);
RT(cudaStreamQuery, cudaStream_t);
RT(cudaStreamWaitEvent, cudaStream_t, cudaEvent_t, unsigned);
RT(cudaStreamBeginCapture, cudaStream_t, enum cudaStreamCaptureMode);
RT(cudaStreamEndCapture, cudaStream_t, cudaGraph_t *);
RT(cudaEventCreate, cudaEvent_t *);
RT(cudaEventCreateWithFlags, cudaEvent_t *, unsigned);
RT(cudaEventRecord, cudaEvent_t, cudaStream_t);
RT(cudaEventSynchronize, cudaEvent_t);
RT(cudaEventQuery, cudaEvent_t);
RT(cudaEventDestroy, cudaEvent_t);
RT(cudaEventElapsedTime, float *, cudaEvent_t, cudaEvent_t);
RT(cudaGraphCreate, cudaGraph_t *, unsigned);
RT(cudaGraphAddEmptyNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t);
RT(cudaGraphInstantiate, cudaGraphExec_t *, cudaGraph_t, unsigned long long);
RT(cudaGraphLaunch, cudaGraphExec_t, cudaStream_t);
RT(cudaGraphExecDestroy, cudaGraphExec_t);
RT(cudaGraphDestroy, cudaGraph_t);
RT(cudaGetDevice, int *);
RT(cudaSetDevice, int);
RT(cudaGetDeviceCount, int *);
RT(cudaDeviceSynchronize, void);
RT(cudaDeviceReset, void);
RT(cudaDeviceCanAccessPeer, int *, int, int);
RT(cudaDeviceEnablePeerAccess, int, unsigned);
RT(cudaDeviceDisablePeerAccess, int);
RT(cudaDeviceGetDefaultMemPool, cudaMemPool_t *, int);
RT(cudaMemPoolCreate, cudaMemPool_t *, const struct cudaMemPoolProps *);
RT(cudaMemPoolDestroy, cudaMemPool_t);
RT(cudaPointerGetAttributes, struct cudaPointerAttributes *, const void *);
RT(cudaIpcGetMemHandle, cudaIpcMemHandle_t *, void *);
RT(cudaIpcOpenMemHandle, void **, cudaIpcMemHandle_t, unsigned);
RT(cudaFuncSetAttribute, const void *, enum cudaFuncAttribute, int);
RT(cudaLaunchKernel, const void *, dim3, dim3, void **, size_t, cudaStream_t);
RT(cudaLaunchCooperativeKernel, const void *, dim3, dim3, void **, size_t, cudaStream_t);
RT(cudaGetLastError, void);
const char *cudaGetErrorName(cudaError_t);
struct cudaChannelFormatDesc cudaCreateChannelDesc(int, int, int, int, enum cudaChannelFormatKind);
void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaUnregisterFatBinary(void **);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, uint3 *, uint3 *, dim3 *, dim3 *, int *);
void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int, int);

/* Default arguments of the C++ interface: the last ones are filled in by the number of those given. */
#define COUNT_(a, b, c, d, e, n, ...) n
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1, 0)
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define cudaEventRecord(...) PASTE(event_record_, COUNT(__VA_ARGS__))(__VA_ARGS__)
#define event_record_1(e) (cudaEventRecord)(e, 0)
#define event_record_2(e, s) (cudaEventRecord)(e, s)
#define cudaMallocArray(...) PASTE(malloc_array_, COUNT(__VA_ARGS__))(__VA_ARGS__)
#define malloc_array_4(a, c, w, h) (cudaMallocArray)(a, c, w, h, 0)
#define malloc_array_5(a, c, w, h, f) (cudaMallocArray)(a, c, w, h, f)
#define cudaMalloc3DArray(a, c, e) (cudaMalloc3DArray)(a, c, e, 0)
#define cudaMallocManaged(p, n) (cudaMallocManaged)((void **)(p), n, cudaMemAttachGlobal)
#define cudaMemcpyToSymbol(...) PASTE(to_symbol_, COUNT(__VA_ARGS__))(__VA_ARGS__)
#define to_symbol_3(s, h, n) (cudaMemcpyToSymbol)((const void *)&(s), h, n, 0, cudaMemcpyHostToDevice)
#define to_symbol_4(s, h, n, o) (cudaMemcpyToSymbol)((const void *)&(s), h, n, o, cudaMemcpyHostToDevice)
#define dim3(...) make_dim3((unsigned[3]){__VA_ARGS__})
#define channel_float() (cudaCreateChannelDesc)(32, 0, 0, 0, cudaChannelFormatKindFloat)
#define channel_float4() (cudaCreateChannelDesc)(32, 32, 32, 32, cudaChannelFormatKindFloat)
#define channel_int() (cudaCreateChannelDesc)(32, 0, 0, 0, cudaChannelFormatKindSigned)
#define channel_unsigned_char() (cudaCreateChannelDesc)(8, 0, 0, 0, cudaChannelFormatKindUnsigned)
#define channel_8_8_8() (cudaCreateChannelDesc)(8, 8, 8, 0, cudaChannelFormatKindUnsigned)

static dim3 make_dim3(const unsigned *v)
{
    return (struct dim3){v[0], v[1] ? v[1] : 1, v[2] ? v[2] : 1};
}

static struct cudaExtent make_cudaExtent(size_t w, size_t h, size_t d)
{
    return (struct cudaExtent){w, h, d};
}

static struct cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t x, size_t y)
{
    return (struct cudaPitchedPtr){p, pitch, x, y};
}

/* The driver: name, exported symbol, parameters. */
#define DRIVER_FUNCTIONS(F) \
    F(cuInit, cuInit, (unsigned)) F(cuDeviceGet, cuDeviceGet, (CUdevice *, int)) F(cuDeviceGetCount, cuDeviceGetCount, (int *)) \
    F(cuGetErrorName, cuGetErrorName, (CUresult, const char **)) \
    F(cuCtxCreate, cuCtxCreate_v4, (CUcontext *, void *, unsigned, CUdevice)) F(cuCtxDestroy, cuCtxDestroy_v2, (CUcontext)) \
    F(cuCtxSetCurrent, cuCtxSetCurrent, (CUcontext)) F(cuCtxGetCurrent, cuCtxGetCurrent, (CUcontext *)) \
    F(cuDevicePrimaryCtxReset, cuDevicePrimaryCtxReset_v2, (CUdevice)) F(cuMemAlloc, cuMemAlloc_v2, (CUdeviceptr *, size_t)) \
    F(cuMemFree, cuMemFree_v2, (CUdeviceptr)) F(cuMemFreeHost, cuMemFreeHost, (void *)) \
    F(cuMemHostRegister, cuMemHostRegister_v2, (void *, size_t, unsigned)) \
    F(cuMemcpyHtoD, cuMemcpyHtoD_v2, (CUdeviceptr, const void *, size_t)) \
    F(cuMemcpyDtoH, cuMemcpyDtoH_v2, (void *, CUdeviceptr, size_t)) F(cuMemcpy, cuMemcpy, (CUdeviceptr, CUdeviceptr, size_t)) \
    F(cuMemcpyHtoDAsync, cuMemcpyHtoDAsync_v2, (CUdeviceptr, const void *, size_t, CUstream)) \
    F(cuMemsetD32, cuMemsetD32_v2, (CUdeviceptr, unsigned, size_t)) F(cuMemsetD8, cuMemsetD8_v2, (CUdeviceptr, unsigned char, size_t)) \
    F(cuStreamCreate, cuStreamCreate, (CUstream *, unsigned)) F(cuStreamSynchronize, cuStreamSynchronize, (CUstream)) \
    F(cuStreamWaitEvent, cuStreamWaitEvent, (CUstream, CUevent, unsigned)) F(cuEventCreate, cuEventCreate, (CUevent *, unsigned)) \
    F(cuEventRecord, cuEventRecord, (CUevent, CUstream)) F(cuModuleLoadData, cuModuleLoadData, (CUmodule *, const void *)) \
    F(cuModuleUnload, cuModuleUnload, (CUmodule)) F(cuModuleGetFunction, cuModuleGetFunction, (CUfunction *, CUmodule, const char *)) \
    F(cuLaunchKernel, cuLaunchKernel, (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, \
                                       void **, void **))
#define DECLARE(name, symbol, params) static CUresult (*name) params;
DRIVER_FUNCTIONS(DECLARE)

static void find_driver(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW), *address;

    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        exit(77);
    }
#define FIND(name, symbol, params) address = dlsym(library, #symbol); memcpy(&name, &address, sizeof name);
    DRIVER_FUNCTIONS(FIND)
}

/* Kernels. */
#include "driver_cases_ptx.h"

static void k_empty(void) { (void)"empty"; }
static void k_fill(void) { (void)"fill"; }
static void k_poke(void) { (void)"poke"; }
static void k_misaligned(void) { (void)"misaligned"; }
static void k_assert(void) { (void)"assert"; }
static void k_trap(void) { (void)"trap"; }
static void k_spin(void) { (void)"spin"; }
static void k_tex(void) { (void)"tex"; }
static void k_smem_oob(void) { (void)"smem_oob"; }
static int d_sym[10];
static void **fatbin_handle;

/* A fat binary with one uncompressed PTX entry. */
static struct {
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
    char text[(sizeof ptx_text + 8) / 8 * 8];
} fatbin;
static struct { uint32_t magic, version; const void *data; const void *file; } wrapper = {0x466243b1, 1, &fatbin, NULL};

static void unregister_kernels(void)
{
    __cudaUnregisterFatBinary(fatbin_handle);
}

#define KERNELS(K) K(k_empty) K(k_fill) K(k_poke) K(k_misaligned) K(k_assert) K(k_trap) K(k_spin) K(k_tex) K(k_smem_oob)
__attribute__((constructor)) static void register_kernels(void)
{
    fatbin.head.magic = 0xba55ed50;
    fatbin.head.version = 1;
    fatbin.head.header = sizeof fatbin.head;
    fatbin.head.size = sizeof fatbin - sizeof fatbin.head;
    fatbin.entry.kind = 1;
    fatbin.entry.version = 0x101;
    fatbin.entry.header = sizeof fatbin.entry;
    fatbin.entry.payload = sizeof fatbin.text;
    fatbin.entry.major = 8;
    fatbin.entry.arch = 75;
    fatbin.entry.flags = 0x11;
    fatbin.entry.options = offsetof(__typeof__(fatbin.entry), option);
    fatbin.entry.option[0] = 0x48;
    memcpy(fatbin.text, ptx_text, sizeof ptx_text);
    fatbin_handle = __cudaRegisterFatBinary(&wrapper);
#define REGISTER(k) __cudaRegisterFunction(fatbin_handle, (const char *)k, NULL, #k, -1, NULL, NULL, NULL, NULL, NULL);
    KERNELS(REGISTER)
    __cudaRegisterVar(fatbin_handle, (char *)d_sym, NULL, "d_sym", 0, sizeof d_sym, 0, 0);
    __cudaRegisterFatBinaryEnd(fatbin_handle);
    atexit(unregister_kernels);
}

static void launch(const void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
    (void)cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}

#define LAUNCH(k, ...) launch((const void *)k, grid, block, (void *[]){__VA_ARGS__}, shared, stream)
#define CONFIG dim3 grid, dim3 block, size_t shared, cudaStream_t stream
static void launch_k_empty(CONFIG) { LAUNCH(k_empty, NULL); }
static void launch_k_fill(CONFIG, void *p, int n, int v) { LAUNCH(k_fill, &p, &n, &v); }
static void launch_k_poke(CONFIG, char *p) { LAUNCH(k_poke, &p); }
static void launch_k_misaligned(CONFIG, char *p) { LAUNCH(k_misaligned, &p); }
static void launch_k_assert(CONFIG) { LAUNCH(k_assert, NULL); }
static void launch_k_trap(CONFIG) { LAUNCH(k_trap, NULL); }
static void launch_k_spin(CONFIG, long long cycles) { LAUNCH(k_spin, &cycles); }
static void launch_k_tex(CONFIG, cudaTextureObject_t t, float *o) { LAUNCH(k_tex, &t, &o); }
static void launch_k_smem_oob(CONFIG, int *o, int i) { LAUNCH(k_smem_oob, &o, &i); }

/* The harness of probe.cu. */
static void step(const char *text, int code, const char *name)
{
    printf("  %s -> %d %s\n", text, code, name);
    fflush(stdout);
}

static const char *driver_name(CUresult code)
{
    const char *name = "?";

    if (cuGetErrorName(code, &name) != CUDA_SUCCESS || !name)
        name = "?";
    return name;
}

#define R(x) do { cudaError_t e_ = (x); step(#x, (int)e_, cudaGetErrorName(e_)); } while (0)
#define D(x) do { CUresult e_ = (x); step(#x, (int)e_, driver_name(e_)); } while (0)
#define NOTE(...) do { printf("  note: " __VA_ARGS__); printf("\n"); fflush(stdout); } while (0)

struct test {
    const char *name;
    void (*run)(void);
};
static struct test tests[256];
static int test_count;
static char hbuf[1 << 20];

#define CASE(n) \
    static void c_##n(void); \
    __attribute__((constructor)) static void r_##n(void) { tests[test_count++] = (struct test){#n, c_##n}; } \
    static void c_##n(void)

static int *dm(size_t bytes)
{
    int *p = 0;

    cudaMalloc((void **)&p, bytes);
    return p;
}

static void ctx(void)
{
    R(cudaFree(0));
}

static const char PTX[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n";

#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wincompatible-pointer-types"
#pragma GCC diagnostic ignored "-Wmisleading-indentation"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuse-after-free"
#pragma GCC diagnostic ignored "-Wfree-nonheap-object"
#include "truth_cases.inc"

/* Cases with threads. */
static CUcontext shared_context;
static CUdeviceptr shared_pointer;

static void *destroys(void *unused)
{
    CUcontext c = shared_context;

    D(cuCtxSetCurrent(c));
    D(cuCtxDestroy(c));
    return unused;
}

CASE(x_other_thread_destroys)
{
    CUdeviceptr p;
    CUcontext c, q;
    CUdevice dv;
    pthread_t t;

    cuInit(0);
    cuDeviceGet(&dv, 0);
    cuCtxCreate(&c, 0, 0, dv);
    cuMemAlloc(&p, 64);
    shared_context = c;
    pthread_create(&t, NULL, destroys, NULL);
    pthread_join(t, NULL);
    D(cuMemAlloc(&p,64));
    D(cuMemcpyHtoD(p,hbuf,4));
    D(cuCtxGetCurrent(&q));
    NOTE("current %p was %p", (void *)q, (void *)c);
}

static void *without_context(void *unused)
{
    CUdeviceptr p = shared_pointer;
    CUstream s;

    D(cuMemcpyHtoD(p,hbuf,4));
    D(cuStreamCreate(&s,0));
    return unused;
}

CASE(x_thread_no_ctx)
{
    CUcontext c;
    CUdevice dv;
    pthread_t t;

    cuInit(0);
    cuDeviceGet(&dv, 0);
    cuCtxCreate(&c, 0, 0, dv);
    cuMemAlloc(&shared_pointer, 64);
    pthread_create(&t, NULL, without_context, NULL);
    pthread_join(t, NULL);
}

static void on_signal(int number)
{
    printf("  SIGNAL %d %s\n", number, strsignal(number));
    fflush(stdout);
    _exit(128 + number);
}

static char output[1 << 16];

int main(int count, char **words)
{
    if (count < 2 || !strcmp(words[1], "--list")) {
        for (int i = 0; i < test_count; i++)
            puts(tests[i].name);
        return 0;
    }
    setvbuf(stdout, output, _IOFBF, sizeof output);     /* out of reach of the cases that overrun heap blocks */
    find_driver();
    signal(SIGSEGV, on_signal);
    signal(SIGBUS, on_signal);
    signal(SIGABRT, on_signal);
    for (int i = 0; i < test_count; i++)
        if (!strcmp(tests[i].name, words[1])) {
            printf("CASE %s\n", words[1]);
            tests[i].run();
            printf("END\n");
            return 0;
        }
    return 2;
}

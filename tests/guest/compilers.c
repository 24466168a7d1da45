/* Code made by NVRTC and nvJitLink as machine code, then loaded and run.
 *   compilers fake LIBRARY                     what nvrtcGetCUBIN of LIBRARY hands out
 *   compilers nvrtc|link|lto|mixed NVRTC NVJITLINK [DEVRT]   two functions compiled, linked (or one compiled alone) and run
 * Everything is opened by path, as wheels do.  THREADS in the environment: instead of 32, which is how many words there are;
 * STORE: a file for what was made. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *nvrtc, *jitlink, *driver;

static void *find(void *library, const char *name)
{
    void *found = library ? dlsym(library, name) : NULL;
    if (!found) {
        printf("no %s\n", name);
        exit(1);
    }
    return found;
}

#define CALL(library, name, types, ...) ((int (*) types)(uintptr_t)find(library, name))(__VA_ARGS__)

static const char kernel[] = "extern \"C\" __device__ int triple(int); extern \"C\" __global__ void k(int *x) { x[threadIdx.x] = triple(threadIdx.x); }";
static const char function[] = "extern \"C\" __device__ int triple(int a) { return 3 * a; }";
static const char alone[] = "extern \"C\" __global__ void k(int *x) { x[threadIdx.x] = 3 * threadIdx.x; }";

static char *compiled(const char *source, int lto, size_t *size)
{
    const char *options[] = { lto ? "-arch=compute_90" : "-arch=sm_90", "-rdc=true", "-dlto" };
    void *program = NULL;
    char *code;
    int made = CALL(nvrtc, "nvrtcCreateProgram", (void **, const char *, const char *, int, void *, void *), &program, source, "k.cu", 0, NULL, NULL);
    int done = CALL(nvrtc, "nvrtcCompileProgram", (void *, int, const char **), program, lto ? 3 : 2, options);
    CALL(nvrtc, lto ? "nvrtcGetLTOIRSize" : "nvrtcGetCUBINSize", (void *, size_t *), program, size);
    code = malloc(*size + 1);
    int got = CALL(nvrtc, lto ? "nvrtcGetLTOIR" : "nvrtcGetCUBIN", (void *, char *), program, code);
    printf("compiled %d %d %d\n", made, done, got);
    return code;
}

/* A single text, before the driver has been initialised. */
static void link_one(void)
{
    static const char ptx[] = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry one() { ret; }\n";
    const char *options[] = { "-arch=sm_90" };
    void *link = NULL;
    CALL(jitlink, "nvJitLinkCreate", (void **, unsigned, const char **), &link, 1, options);
    int added = CALL(jitlink, "nvJitLinkAddData", (void *, int, const void *, size_t, const char *), link, 2, ptx, sizeof ptx, "one");
    printf("one %d %d\n", added, CALL(jitlink, "nvJitLinkComplete", (void *), link));
    CALL(jitlink, "nvJitLinkDestroy", (void **), &link);
}

static char *linked(int lto, int mixed, const char *runtime)
{
    enum { CUBIN = 1, LTOIR = 3, LIBRARY = 6 };
    const char *options[] = { "-arch=sm_90", "-lto" };
    void *link = NULL;
    size_t first, second, size = 0;
    link_one();
    char *a = compiled(kernel, lto, &first), *b = compiled(function, lto && !mixed, &second), *image;
    int made = CALL(jitlink, "nvJitLinkCreate", (void **, unsigned, const char **), &link, lto ? 2 : 1, options);
    int one = CALL(jitlink, "nvJitLinkAddData", (void *, int, const void *, size_t, const char *), link, lto ? LTOIR : CUBIN, a, first, "a");
    int two = CALL(jitlink, "nvJitLinkAddData", (void *, int, const void *, size_t, const char *), link, lto && !mixed ? LTOIR : CUBIN, b, second, "b");
    int bad = CALL(jitlink, "nvJitLinkAddData", (void *, int, const void *, size_t, const char *), link, CUBIN, "nonsense", (size_t)8, "c");
    int library = runtime ? CALL(jitlink, "nvJitLinkAddFile", (void *, int, const char *), link, LIBRARY, runtime) : 0;
    int done = CALL(jitlink, "nvJitLinkComplete", (void *), link);
    int sized = CALL(jitlink, "nvJitLinkGetLinkedCubinSize", (void *, size_t *), link, &size);
    image = malloc(size + 1);
    int got = CALL(jitlink, "nvJitLinkGetLinkedCubin", (void *, void *), link, image);
    printf("linked %d %d %d %d %d %d %d, nonsense %s\n", made, one, two, library, done, sized, got, bad ? "refused" : "taken");
    CALL(jitlink, "nvJitLinkDestroy", (void **), &link);
    free(a);
    free(b);
    return image;
}

static void run(const char *image)
{
    void *context, *module = NULL, *kernel_function = NULL;
    int device, values[32] = { 0 };
    uint64_t memory = 0;
    void *arguments[] = { &memory };
    CALL(driver, "cuInit", (unsigned), 0);
    CALL(driver, "cuDeviceGet", (int *, int), &device, 0);
    CALL(driver, "cuDevicePrimaryCtxRetain", (void **, int), &context, device);
    CALL(driver, "cuCtxSetCurrent", (void *), context);
    int loaded = CALL(driver, "cuModuleLoadData", (void **, const void *), &module, image);
    CALL(driver, "cuModuleGetFunction", (void **, void *, const char *), &kernel_function, module, "k");
    CALL(driver, "cuMemAlloc_v2", (uint64_t *, size_t), &memory, sizeof values);
    int launched = CALL(driver, "cuLaunchKernel", (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **),
                        kernel_function, 1, 1, 1, (unsigned)atoi(getenv("THREADS") ? getenv("THREADS") : "32"), 1, 1, 0, NULL, arguments, NULL);
    CALL(driver, "cuMemcpyDtoH_v2", (void *, uint64_t, size_t), values, memory, sizeof values);
    CALL(driver, "cuMemFree_v2", (uint64_t), memory);
    CALL(driver, "cuModuleUnload", (void *), module);
    printf("loaded %d launched %d value %d\n", loaded, launched, values[14]);
}

int main(int argc, char **argv)
{
    size_t size = 0;
    if (argc == 3) {
        void *fake = dlopen(argv[2], RTLD_NOW);
        char code[256] = "";
        int sized = CALL(fake, "nvrtcGetCUBINSize", (void *, size_t *), &size, &size), got = CALL(fake, "nvrtcGetCUBIN", (void *, char *), &size, code);
        printf("%d %d %zu %s\n", sized, got, size, code[0] == '.' ? "PTX" : "machine code");
        return 0;
    }
    nvrtc = dlopen(argv[2], RTLD_NOW);
    jitlink = dlopen(argv[3], RTLD_NOW);
    driver = dlopen("libcuda.so.1", RTLD_NOW);
    char *image = !strcmp(argv[1], "nvrtc") ? compiled(alone, 0, &size) :
                  linked(argv[1][0] != 'l' || argv[1][1] == 't', !strcmp(argv[1], "mixed"), argc > 4 ? argv[4] : NULL);
    if (getenv("STORE")) {
        FILE *file = fopen(getenv("STORE"), "w");
        if (!file || fwrite(image, 1, size, file) != size || fclose(file))
            return 1;
    }
    run(image);
    free(image);
    return 0;
}

/* Reaches OpenCL in the way that the first argument names and says what it saw. */
#include "iq_opencl_protos.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef WEAK
#pragma weak clGetPlatformIDs
#endif

typedef __typeof__(&clGetPlatformIDs) platforms_fn;
typedef __typeof__(&clGetDeviceIDs) devices_fn;
typedef __typeof__(&clFinalizeCommandBufferKHR) finalize_fn;

static int by_dlopen(const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    platforms_fn platforms = library ? (platforms_fn)(uintptr_t)dlsym(library, "clGetPlatformIDs") : NULL;
    devices_fn devices = library ? (devices_fn)(uintptr_t)dlsym(library, "clGetDeviceIDs") : NULL;
    cl_platform_id platform = NULL;
    cl_device_id device;
    cl_uint count = 0;
    if (!platforms || platforms(1, &platform, &count) || !count)
        return 77;
    printf("devices %d\n", devices(platform, CL_DEVICE_TYPE_ALL, 1, &device, &count));
    return 0;
}

#ifndef WEAK
static int linked(void)
{
    cl_platform_id platform = NULL;
    cl_device_id device;
    cl_uint count = 0;
    cl_int error = -1;
    if (clGetPlatformIDs(1, &platform, &count) || !count || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, &count))
        return 77;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    printf("context %d\n", error);
    return clReleaseContext(context);
}

static int killed(int number)
{
    int result = linked();
    fflush(stdout);
    return result ? result : raise(number);
}

/* By another process, while calls are made. */
static int shot(void)
{
    cl_uint count = 0;
    pid_t self = getpid();
    alarm(60);
    if (!fork()) {
        usleep(20000);
        kill(self, SIGSEGV);
        _exit(0);
    }
    for (;;)
        clGetPlatformIDs(0, NULL, &count);
}

static int extension(void)
{
    cl_platform_id platform = NULL;
    clGetPlatformIDs(1, &platform, NULL);
    finalize_fn finalize = (finalize_fn)(uintptr_t)clGetExtensionFunctionAddressForPlatform(platform, "clFinalizeCommandBufferKHR");
    finalize_fn again = (finalize_fn)(uintptr_t)clGetExtensionFunctionAddressForPlatform(platform, "clFinalizeCommandBufferKHR");
    if (!finalize)
        return 77;
    printf("finalize %d same %d\n", finalize(NULL), finalize == again);
    return 0;
}
#endif

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    if (!strcmp(mode, "dlopen"))
        return by_dlopen(argv[2]);
#ifdef WEAK
    printf("weak %d\n", clGetPlatformIDs != NULL);
    return 0;
#else
    if (!strcmp(mode, "killed"))
        return killed(atoi(argv[2]));
    if (!strcmp(mode, "shot"))
        return shot();
    if (!strcmp(mode, "extension"))
        return extension();
    if (!strcmp(mode, "child")) {           /* the layers that a child is told of, after a loader has been at work here */
        int status = linked();
        printf("layers %s\n", getenv("OPENCL_LAYERS"));
        fflush(stdout);
        if (!status && fork() == 0) {
            char *words[] = { argv[0], (char *)(uintptr_t)"linked", NULL }, *empty[] = { NULL };
            execve("/proc/self/exe", words, empty);
            _exit(1);
        }
        wait(&status);
        return WEXITSTATUS(status);
    }
    return linked();
#endif
}

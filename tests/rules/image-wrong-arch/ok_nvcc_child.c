// soft only: it is about what nvcc makes for the software device
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda.h"

/* A program that has nvcc make machine code of its kernels, in each way to start a child. */
extern char **environ;

static const char source[] = "extern \"C\" __global__ void k(int *p) { p[threadIdx.x] = 3; }\n";

static void by_exec(void)
{
    char *arguments[] = { "nvcc", "--cubin", "-arch", "sm_90", "k.cu", NULL };
    pid_t child = fork();
    if (!child) {
        execvp("nvcc", arguments);
        _exit(77);
    }
    waitpid(child, NULL, 0);
}

static void by_spawn(void)
{
    char *arguments[] = { "/usr/local/cuda/bin/nvcc", "-arch=sm_90", "-cubin", "-o", "k.cubin", "k.cu", NULL };
    pid_t child;
    if (!posix_spawn(&child, arguments[0], NULL, NULL, arguments, environ))
        waitpid(child, NULL, 0);
    else
        by_exec();
}

static void by_shell(void) { if (system("nvcc -cubin -gencode arch=compute_90,code=sm_90 k.cu")) exit(77); }

static int use(void)
{
    static char image[1 << 20];
    CUmodule module;
    CUfunction function;
    CUdeviceptr memory;
    int value = 0;
    void *arguments[] = { &memory };
    FILE *file = fopen("k.cubin", "rb");
    if (!file)
        exit(77);
    image[fread(image, 1, sizeof image - 1, file)] = 0;
    fclose(file);
    unlink("k.cubin");
    if (cuModuleLoadData(&module, image) || cuModuleGetFunction(&function, module, "k") || cuMemAlloc(&memory, 128) ||
        cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL) || cuMemcpyDtoH(&value, memory + 124, 4) || cuMemFree(memory))
        return 1;
    return cuModuleUnload(module) || value != 3;
}

int main(void)
{
    char folder[] = "/tmp/nvcc-child-XXXXXX";
    void (*ways[])(void) = { by_exec, by_spawn, by_shell };
    int failed = 0;
    if (!mkdtemp(folder) || chdir(folder))
        return 77;
    FILE *file = fopen("k.cu", "w");
    fwrite(source, 1, sizeof source - 1, file);
    fclose(file);
    test_context();
    for (int k = 0; k < 3; k++) {
        ways[k]();
        failed |= use();
    }
    unlink("k.cu");
    rmdir(folder);
    return failed;
}

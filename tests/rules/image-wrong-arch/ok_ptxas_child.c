// soft only: a GPU runs what ptxas makes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda.h"

/* A program that has ptxas make machine code of its PTX, as Triton and XLA do: from memory and from the file, as module and as library. */
static const char ptx[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 p)\n{\n .reg .u64 %rd<2>;\n .reg .u32 %r<2>;\n"
    " ld.param.u64 %rd1, [p];\n mov.u32 %r1, 3;\n st.global.u32 [%rd1], %r1;\n ret;\n}\n";

static void compile(void)
{
    FILE *file = fopen("k.ptx", "w");
    fwrite(ptx, 1, sizeof ptx - 1, file);
    fclose(file);
    pid_t child = fork();
    if (!child) {
        execlp("ptxas", "ptxas", "-arch=sm_90", "k.ptx", "-o", "k.cubin", NULL);
        execl("/usr/local/cuda/bin/ptxas", "ptxas", "-arch=sm_90", "k.ptx", "-o", "k.cubin", NULL);
        _exit(77);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status)
        exit(77);
}

static int runs(CUfunction function)
{
    CUdeviceptr memory;
    int value = 0;
    void *arguments[] = { &memory };
    return !cuMemAlloc(&memory, 4) && !cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL) &&
           !cuMemcpyDtoH(&value, memory, 4) && !cuMemFree(memory) && value == 3;
}

static int use_modules(const void *image)
{
    CUmodule modules[3];
    CUfunction function;
    int good = !cuModuleLoad(&modules[0], "k.cubin") && !cuModuleLoadData(&modules[1], image) &&
               !cuModuleLoadDataEx(&modules[2], image, 0, NULL, NULL);
    for (int i = 0; good && i < 3; i++)
        good = !cuModuleGetFunction(&function, modules[i], "k") && runs(function) && !cuModuleUnload(modules[i]);
    return good;
}

static int use_libraries(const void *image)
{
    CUlibrary libraries[2];
    CUkernel kernel;
    int good = !cuLibraryLoadFromFile(&libraries[0], "k.cubin", NULL, NULL, 0, NULL, NULL, 0) &&
               !cuLibraryLoadData(&libraries[1], image, NULL, NULL, 0, NULL, NULL, 0);
    for (int i = 0; good && i < 2; i++)
        good = !cuLibraryGetKernel(&kernel, libraries[i], "k") && runs((CUfunction)kernel) && !cuLibraryUnload(libraries[i]);
    return good;
}

int main(void)
{
    static char image[1 << 20];
    char folder[] = "/tmp/ptxas-child-XXXXXX";
    if (!mkdtemp(folder) || chdir(folder))
        return 77;
    compile();
    FILE *file = fopen("k.cubin", "rb");
    if (!file || !fread(image, 1, sizeof image - 1, file) || fclose(file))
        return 77;
    test_context();
    int good = !memcmp(image, "\177ELF", 4) && use_modules(image) && use_libraries(image);
    unlink("k.ptx");
    unlink("k.cubin");
    rmdir(folder);
    return !good;
}

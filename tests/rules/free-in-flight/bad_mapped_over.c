// exit: 0
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Other memory is put in its place, which must keep the protection that it was made with. */
int main(void)
{
    char *host = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *device;
    cudaStream_t s;
    cudaHostRegister(host, SIZE, 0); // site: created
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s); // site: related
    mmap(host, SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0); // expect: free-in-flight object=registered-memory
    cudaStreamSynchronize(s);
    cudaFree(device);
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], wanted[64];
    sprintf(wanted, "%lx-", (unsigned long)host);
    while (fgets(line, sizeof line, maps))
        if (strstr(line, wanted))
            return strstr(line, "r--p") == NULL;
    return 2;
}

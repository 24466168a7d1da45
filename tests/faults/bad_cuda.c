#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What programs do when a call fails: the mark of a call says what becomes of this one.  A context that a
 * failed fill leaves broken makes the next allocation fail, too. */
int main(void)
{
    char *pinned = NULL, *first = NULL, *second = NULL;
    cudaEvent_t event = NULL;
    cudaMallocHost((void **)&pinned, 64); // outcome: crash
    memset(pinned, 0, 64);
    cudaMalloc((void **)&first, 64); // outcome: garbage
    cudaMemset(first, 0, 64); // outcome: hang
    if (cudaMalloc((void **)&second, 64)) // outcome: hang
        for (;;)
            pause();
    if (cudaEventCreate(&event)) { // outcome: handled
        puts("no event");
        return 1;
    }
    cudaEventRecord(event, 0); // outcome: silent
    puts("done");
    return 0;
}

// options: --fail cudaMalloc:2=cudaErrorMemoryAllocation
#include <cuda_runtime.h>

/* Memory that --fail takes away: twenty calls later its address is used as if there were any. */
int main(void)
{
    float *first = NULL, *second = NULL;
    char host[64] = {0};
    cudaMalloc((void **)&first, sizeof host);
    cudaMalloc((void **)&second, sizeof host); // site: related
    for (int i = 0; i < 20; i++)
        if (cudaMemcpy(first, host, sizeof host, cudaMemcpyHostToDevice))
            return 1;
    cudaMemcpy(second, host, sizeof host, cudaMemcpyHostToDevice); // expect: unchecked-error arg=dst says=cudaMalloc_was_made_to_fail_by_--fail
    cudaFree(first);
    return 0;
}

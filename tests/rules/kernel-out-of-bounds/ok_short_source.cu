/* cp.async with a source size below the size of the copy reads no more than that: the last row may end with its allocation. */
// nvcc: -arch=sm_80
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void last(char *to, const char *from, int bytes)
{
    __shared__ __align__(16) char s[16];
    __pipeline_memcpy_async(s, from + 32, 16, 16 - bytes);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    for (int i = 0; i < 16; i++)
        to[i] = s[i];
}

int main(void)
{
    char *from, *to, back[16];
    cudaMalloc(&to, 16);
    for (int bytes = 0; bytes < 16; bytes += bytes == 4 ? 1 : bytes == 5 ? 3 : 4) {
        cudaMalloc(&from, 32 + bytes);
        cudaMemset(from, 1, 32 + bytes);
        last<<<1, 1>>>(to, from, bytes);
        cudaMemcpy(back, to, 16, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 16; i++)
            if (back[i] != (i < bytes))
                return 1;
        cudaFree(from);
    }
    return 0;
}

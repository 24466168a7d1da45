// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

struct particle {
    float x, y, z;
    int steps;
};

/* The comparison with n is there: arrays of records, of three numbers each, and of one byte each. */
__global__ void step(particle *p, const float *v, const char *active, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = p[i].x;
    x += v[3 * i] + v[3 * i + 1];
    x += v[3 * i + 2];
    p[i].x = active[i] ? x : 0;
    p[i].steps++;
}

int main()
{
    particle *p;
    float *v;
    char *active;
    cudaMalloc(&p, 1000 * sizeof *p);
    cudaMalloc(&v, 3000 * sizeof *v);
    cudaMalloc(&active, 1000);
    cudaMemset(p, 0, 1000 * sizeof *p);
    cudaMemset(v, 0, 3000 * sizeof *v);
    cudaMemset(active, 0, 1000);
    step<<<4, 256>>>(p, v, active, 1000);
    cudaDeviceSynchronize();
    return cudaFree(p) || cudaFree(v) || cudaFree(active);
}

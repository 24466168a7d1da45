__global__ void fill(int *p) { p[threadIdx.x] = 1; }

/* The launch never happens, the result is that of nothing. */
int main()
{
    int *p, host[4];
    cudaMalloc(&p, 4096 * sizeof *p);
    fill<<<1, 4096>>>(p);       // expect: launch-dimensions says=a_launch_returns_nothing_to_its_caller,_and_nothing_called_cudaGetLastError
    cudaDeviceSynchronize();
    cudaMemset(p, 0, sizeof host);
    return cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost) || cudaFree(p);
}

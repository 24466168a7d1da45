__global__ void fill(int *p) { p[threadIdx.x] = 1; }

/* The launch never happens, the result is that of nothing. */
int main()
{
    int *p, host[4];
    cudaMalloc(&p, 4096 * sizeof *p);
    fill<<<1, 4096>>>(p);       // expect: launch-dimensions says=a_<<<>>>_launch_returns_no_result,_and_the_program_did_not_call_cudaGetLastError
    cudaDeviceSynchronize();
    cudaMemset(p, 0, sizeof host);
    return cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost) || cudaFree(p);
}

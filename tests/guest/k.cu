extern "C" __global__ void k(int *x) { x[threadIdx.x] = 3 * threadIdx.x; }

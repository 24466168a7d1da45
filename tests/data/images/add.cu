extern "C" __global__ void add(float *a, int n) { if (threadIdx.x < n) a[threadIdx.x] += 1; }

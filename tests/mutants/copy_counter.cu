/* Compaction with a counter that is never set to zero. */
#include "mutant.h"

__global__ void compact(const int *in, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 2) {
        int place = atomicAdd(count, 1);        // site: kernel
        if (place >= 0 && place < n)
            out[place] = in[i];
    }
}

int main()
{
    const int n = 970;
    int zero = 0, *in = upload(numbers<int>(n)), *out = fresh<int>(n), *count = fresh<int>(1);
    RIGHT(OK(cudaMemcpy(count, &zero, sizeof zero, cudaMemcpyHostToDevice));)
    compact<<<4, 256>>>(in, n, out, count);     // expect: kernel-uninitialized severity=warning
    finish();
    int got = download(count, 1)[0] + zero;
    release(in, out, count);
    return verdict(got == 480);
}

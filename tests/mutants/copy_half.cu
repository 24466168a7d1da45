/* Elements are taken for bytes: a part of the input arrives. */
#include "mutant.h"

__global__ void largest(const short *in, int n, int *out)
{
    int most = -1;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        most = max(most, (int)in[i]);   // site: kernel
    atomicMax(out, most);
}

int main()
{
    const int n = 4000;
    std::vector<short> values = numbers<short>(n);
    short *in = fresh<short>(n);
    int *out = upload(std::vector<int>(1, -1));
    OK(cudaMemcpy(in, values.data(), n RIGHT(* sizeof(short)), cudaMemcpyHostToDevice));
    largest<<<1, 256>>>(in, n, out);    // expect: kernel-uninitialized severity=warning
    finish();
    int got = download(out, 1)[0];
    release(in, out);
    return verdict(got == 96);
}

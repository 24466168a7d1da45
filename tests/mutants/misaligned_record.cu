/* A number inside of packed records of seven bytes. */
#include "mutant.h"

__global__ void keys(const unsigned char *records, int n, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned char *key = records + RIGHT(8) BUG(7) * i;
    out[i] = *(const unsigned *)key;    // site: kernel
}

int main()
{
    const int n = 300;
    unsigned char *records = upload(std::vector<unsigned char>(8 * n, 1));
    unsigned *out = fresh<unsigned>(n);
    keys<<<3, 128>>>(records, n, out);  // expect: kernel-misaligned
    finish();
    std::vector<unsigned> got = download(out, n);
    release(records, out);
    return verdict(got[0] == 0x01010101 && got[299] == 0x01010101);
}

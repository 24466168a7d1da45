/* Doubles behind a header of twelve bytes. */
#include "mutant.h"

__global__ void sum(const unsigned char *message, int n, double *out)
{
    const double *values = (const double *)(message + RIGHT(16) BUG(12));
    double total = 0;
    for (int k = 0; k < n; k++)
        total += values[k];             // site: kernel
    *out = total;
}

int main()
{
    const int n = 20;
    unsigned char *message = upload(std::vector<unsigned char>(16 + n * sizeof(double), 0));
    double *out = fresh<double>(1);
    sum<<<1, 1>>>(message, n, out);     // expect: kernel-misaligned
    finish();
    double got = download(out, 1)[0];
    release(message, out);
    return verdict(got == 0);
}

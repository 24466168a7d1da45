/* Seen: invalid argument in a device copy in single precision only.
 * Was: the size was always counted in doubles.
 * https://github.com/ExtremeFLOW/neko/pull/834 */
#include "cuda.h"

typedef float real;

int main(void)
{
    double host[1000];
    CUdeviceptr x;
    test_context();
    cuMemAlloc(&x, 1000 * sizeof(real)); // site: created
    cuMemcpyDtoH(host, x, 1000 * sizeof(double)); // expect: range-overflow arg=ByteCount api=cuMemcpyDtoH object=device-memory
    cuMemFree(x);
    return 0;
}

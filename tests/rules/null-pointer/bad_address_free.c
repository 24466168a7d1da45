#include "cuda.h"

/* Unlike cuMemFree, this call does not take NULL. */
int main(void)
{
    test_context();
    cuMemAddressFree(0, 2 << 20);   // expect: null-pointer arg=ptr result=1
    return cuMemFree(0);
}

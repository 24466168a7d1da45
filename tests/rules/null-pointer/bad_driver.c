#include "cuda.h"

int main(void)
{
    int host = 0;
    test_context();
    cuMemcpyHtoD(0, &host, 4); // expect: null-pointer arg=dstDevice api=cuMemcpyHtoD result=1
    return 0;
}

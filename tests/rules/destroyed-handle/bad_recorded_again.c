#include "cuda.h"

int main(void)
{
    CUevent e;
    test_context();
    cuEventCreate(&e, 0); // site: created
    for (int i = 0; i <= 20; i++) {
        if (i == 20)
            cuEventDestroy(e); // site: destroyed
        cuEventRecord(e, 0); // expect: destroyed-handle arg=hEvent object=event state=destroyed contained=1
    }
    return 0;
}

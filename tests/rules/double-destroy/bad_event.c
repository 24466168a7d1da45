#include "cuda.h"

int main(void)
{
    CUevent e;
    test_context();
    cuEventCreate(&e, 0); // site: created
    cuEventDestroy(e); // site: destroyed
    cuEventDestroy(e); // expect: double-destroy arg=hEvent object=event contained=1
    return 0;
}

#include "cuda.h"

int main(void)
{
    CUevent e = (CUevent)0x55;
    test_context();
    cuEventSynchronize(e); // expect: unknown-handle arg=hEvent object=event state=never-created
    return 0;
}

#include "cuda.h"

/* A call that the software device does not have. */
int main(void)
{
    CUlogIterator at;
    test_context();
    cuLogsCurrent(&at, 0); // expect-soft: failed-call api=cuLogsCurrent result=801
    return 0;
}

#include "cuda.h"

/* A call that the software device does not have. */
int main(void)
{
    CUlogIterator at;
    test_context();
    cuLogsCurrent(&at, 0); // expect-soft: soft-limit severity=warning api=cuLogsCurrent result=801 says=not_supported_by_the_software_device
    return 0;
}

/* Without a launch there is nothing to check. */
// options: --require-coverage=100
#include "test_kernels.h"

int main(void)
{
    test_kernel("fill");
    return 0;
}

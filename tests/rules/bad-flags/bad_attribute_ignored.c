/* Nobody looks whether the driver had an answer: the value is what was there before. */
#include "cuda.h"

int main(void)
{
    int newer = 0, known = 0;
    test_context();
    cuDeviceGetAttribute(&newer, (CUdevice_attribute)9900, 0); // expect: bad-flags arg=attrib result=1
    cuDeviceGetAttribute(&known, (CUdevice_attribute)1, 0);
    return newer > known;
}

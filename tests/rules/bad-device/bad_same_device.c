#include "cuda.h"

/* A device has no link to itself. */
int main(void)
{
    int value;
    test_context();
    cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 0); // expect: bad-device result=101 argument=srcDevice
    return 0;
}

// soft only: a GPU may be alone
// env: INQUEST_SOFT_DEVICES=2
#include "cuda.h"

int main(void)
{
    int value;
    test_context();
    return cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 1);
}

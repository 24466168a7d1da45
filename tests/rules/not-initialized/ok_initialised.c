#include "cuda.h"

int main(void)
{
    int version = 0, count = 0;
    return cuDriverGetVersion(&version) || cuInit(0) || cuDeviceGetCount(&count) || count < 1;
}

#include "cuda.h"

int main(void)
{
    cuInit(0);
    cuDriverGetVersion((int *)0x10); // expect: host-unmapped api=cuDriverGetVersion arg=driverVersion object=host-memory
    return 0;
}

#include "cuda.h"

static const int version = 1;

int main(void)
{
    cuInit(0);
    cuDriverGetVersion((int *)&version); // expect: host-read-only api=cuDriverGetVersion arg=driverVersion object=host-memory
    return 0;
}

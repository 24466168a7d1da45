#include "cuda.h"

int main(void)
{
    cuInit(1); // expect: bad-flags arg=Flags result=1
    return 0;
}

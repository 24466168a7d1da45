#include "cuda_runtime.h"

int main(void)
{
    cudaSetDevice(99); // expect: bad-device arg=device api=cudaSetDevice result=101
    return 0;
}

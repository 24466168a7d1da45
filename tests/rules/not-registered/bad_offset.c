#include "cuda_runtime.h"

static char host[2][1 << 16] __attribute__((aligned(4096)));

/* The neighbour of what was registered. */
int main(void)
{
    cudaHostRegister(host[0], sizeof host[0], 0); // site: related
    cudaHostUnregister(host[1]); // expect: not-registered arg=ptr result=713 says=what_is_registered_is says=pass_the_address_that_was_registered
    cudaHostUnregister(host[0]);
    return 0;
}

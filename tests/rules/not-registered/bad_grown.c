#include "cuda_runtime.h"
#include <stdlib.h>

/* A registered array grows: it is another block then. */
int main(void)
{
    char *data = malloc(400000), *more;
    cudaHostRegister(data, 400000, 0); // site: related
    more = malloc(800000);
    free(data);
    cudaHostUnregister(more); // expect: not-registered arg=ptr result=713 says=what_is_registered_is says=a_heap_block_that_has_been_freed_since says=reserve
    free(more);
    return 0;
}

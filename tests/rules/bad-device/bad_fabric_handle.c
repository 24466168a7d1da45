#include "virtual_memory.h"

/* Memory that other nodes could map, in a process without a channel for it. */
int main(void)
{
    CUmemAllocationProp shared = properties;
    CUmemGenericAllocationHandle memory;
    size_t least;
    test_context();
    shared.requestedHandleTypes = CU_MEM_HANDLE_TYPE_FABRIC;
    cuMemGetAllocationGranularity(&least, &shared, CU_MEM_ALLOC_GRANULARITY_MINIMUM); // expect-soft: bad-device arg=prop->requestedHandleTypes result=800 says=IMEX_channel
    cuMemCreate(&memory, 2 << 20, &shared, 0); // expect: bad-device arg=prop->requestedHandleTypes result=800 says=IMEX_channel
    return 0;
}

// soft only: not measured on a GPU
#include "virtual_memory.h"

/* Memory of cuMemAlloc where addresses must be reserved, or memory mapped. */
int main(void)
{
    size_t page = 2 << 20;
    unsigned long long rights;
    CUdeviceptr p;
    CUmemGenericAllocationHandle memory;
    test_context();
    cuMemCreate(&memory, page, &properties, 0);
    cuMemAlloc(&p, page); // site: created
    cuMemMap(p, page, 0, memory, 0);                        // expect: wrong-space arg=ptr object=device-memory result=1 says=not_reserved
    cuMemSetAccess(p, page, &access_rights, 1);             // expect: wrong-space arg=ptr object=device-memory result=1 says=not_mapped_by_cuMemMap
    cuMemGetAccess(&rights, &access_rights.location, p);    // expect: wrong-space arg=ptr object=device-memory result=1 says=not_mapped_by_cuMemMap
    return cuMemRelease(memory) || cuMemFree(p);
}

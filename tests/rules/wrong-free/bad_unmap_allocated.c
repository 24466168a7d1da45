#include "cuda.h"

/* Memory of cuMemAlloc is freed, not unmapped. */
int main(void)
{
    CUdeviceptr memory;
    test_context();
    cuMemAlloc(&memory, 2 << 20);   // site: created
    cuMemUnmap(memory, 2 << 20);    // expect: wrong-free arg=ptr object=device-memory result=1
    return cuMemFree(memory);
}

// needs: protection keys
#include "cl_world.h"

enum { COUNT = 1 << 18 };

/* Coarse-grained shared memory is the host's only while it is mapped. */
int main(void)
{
    cl_world();
    float *data = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, COUNT * sizeof(float), 0); // site: created
    if (!data)
        return 77;
    for (int i = 0; i < COUNT; i++)
        data[i] = 1; // expect: not-mapped object=svm-memory
    clSVMFree(cl_ctx, data);
    cl_end();
    return 0;
}

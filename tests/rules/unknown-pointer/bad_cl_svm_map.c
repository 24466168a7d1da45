#include "cl_world.h"

static char mine[4096];

/* Memory of the program's own can be mapped only where a device shares all of it.  NVIDIA's driver crashes in the first call. */
int main(void)
{
    cl_world();
    clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_READ, mine, sizeof mine, 0, NULL, NULL); // expect: unknown-pointer arg=svm_ptr accepted=error says=is_not_shared_memory
    clEnqueueSVMUnmap(cl_queue, mine, 0, NULL, NULL);                                   // expect-soft: unknown-pointer arg=svm_ptr accepted=error says=is_not_shared_memory
    clFinish(cl_queue);
    cl_end();
    return 0;
}

// needs: protection keys
#include "cl_world.h"

enum { COUNT = 1 << 18 };

/* The result is read where it was written, and nobody maps it for that. */
int main(void)
{
    cl_world();
    float *data = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, COUNT * sizeof(float), 0);
    if (!data)
        return 77;
    float factor = 2;
    clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_WRITE, data, COUNT * sizeof(float), 0, NULL, NULL);
    for (int i = 0; i < COUNT; i++)
        data[i] = 1;
    clEnqueueSVMUnmap(cl_queue, data, 0, NULL, NULL); // site: related
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArgSVMPointer(kernel, 0, data);
    clSetKernelArg(kernel, 1, sizeof factor, &factor);
    cl_run(cl_queue, kernel, COUNT);
    clFinish(cl_queue);
    printf("%f\n", data[5]); // expect: not-mapped object=svm-memory
    clReleaseKernel(kernel);
    clSVMFree(cl_ctx, data);
    cl_end();
    return 0;
}

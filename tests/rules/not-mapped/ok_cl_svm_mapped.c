// options: --host-guard always
#include "cl_world.h"

enum { COUNT = 1 << 18 };

static void CL_CALLBACK freed(cl_command_queue queue, cl_uint count, void **pointers, void *user)
{
    (void)queue, (void)user;
    for (cl_uint i = 0; i < count; i++)
        clSVMFree(cl_ctx, pointers[i]);
}

/* Mapped by halves and as a whole, for each access; fine-grained memory without a map; memory that is given back and used for other things. */
int main(void)
{
    float factor = 2;
    cl_device_svm_capabilities can = 0;
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_SVM_CAPABILITIES, sizeof can, &can, NULL);
    float *data = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, COUNT * sizeof(float), 0);
    if (!data)
        return 77;
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArgSVMPointer(kernel, 0, data);
    clSetKernelArg(kernel, 1, sizeof factor, &factor);
    clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_WRITE, data, COUNT * sizeof(float), 0, NULL, NULL);
    for (int i = 0; i < COUNT; i++)
        data[i] = 1;
    clEnqueueSVMUnmap(cl_queue, data, 0, NULL, NULL);
    cl_run(cl_queue, kernel, COUNT);
    clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_READ, data + COUNT / 2, COUNT / 2 * sizeof(float), 0, NULL, NULL);
    int sum = data[COUNT / 2] + data[COUNT - 1];
    clEnqueueSVMUnmap(cl_queue, data + COUNT / 2, 0, NULL, NULL);
    clFinish(cl_queue);
    if (can & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) {
        float *fine = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, COUNT * sizeof(float), 0);
        fine[1000] = 1;
        clEnqueueSVMMap(cl_queue, CL_FALSE, CL_MAP_READ, fine, COUNT * sizeof(float), 0, NULL, NULL);
        sum += fine[1000];
        clEnqueueSVMUnmap(cl_queue, fine, 0, NULL, NULL);
        clFinish(cl_queue);
        fine[1001] = 1;
        clSVMFree(cl_ctx, fine);
    }
    clReleaseKernel(kernel);
    void *list[] = {data};
    clEnqueueSVMFree(cl_queue, 1, list, freed, NULL, 0, NULL, NULL);
    clFinish(cl_queue);
    for (int i = 0; i < 8; i++) {
        char *block = malloc(COUNT * sizeof(float) - i * 100);
        memset(block, 1, COUNT * sizeof(float) - i * 100);
        free(block);
    }
    cl_end();
    return sum < 4;
}

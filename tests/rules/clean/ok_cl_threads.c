#include <pthread.h>

#include "cl_world.h"

/* Four threads, each with a queue, a buffer and a kernel of its own. */
static void *work(void *unused)
{
    float two = 2, one = 1;
    float *data = aligned_alloc(4096, 1 << 16);
    (void)unused;
    cl_mem buffer = cl_buffer(1 << 16);
    cl_command_queue queue = cl_new_queue(0);
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof two, &two);
    clEnqueueFillBuffer(queue, buffer, &one, sizeof one, 0, 1 << 16, 0, NULL, NULL);
    for (int i = 0; i < 10; i++)
        cl_run(queue, kernel, 1 << 14);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 1 << 16, data, 0, NULL, NULL);
    void *bad = data[77] == 1024 ? NULL : data;
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    clReleaseMemObject(buffer);
    free(data);
    return bad;
}

int main(void)
{
    pthread_t threads[4];
    int bad = 0;
    cl_world();
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 4; i++) {
        void *result;
        pthread_join(threads[i], &result);
        bad |= result != NULL;
    }
    cl_end();
    return bad;
}

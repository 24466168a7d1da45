#include "cl_world.h"

/* The block under the buffer is given back, and the next owner of its place has it when the kernel runs. */
int main(void)
{
    cl_int e;
    cl_world();
    float *data = malloc(20000); // site: created
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_USE_HOST_PTR, 20000, data, &e);
    free(data);
    char *other = malloc(19000), *another = malloc(900);
    cl_kernel kernel = cl_doubling(buffer);
    cl_run(cl_queue, kernel, 5000); // expect: host-use-after-free arg=data contained=1 object=host-memory state=freed
    (void)other;
    (void)another;
    _Exit(0);
}

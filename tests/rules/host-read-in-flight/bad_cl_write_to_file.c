#include "cl_world.h"

enum { SIZE = 1 << 20 };

/* The result goes to a file before it is there. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    char *data = malloc(SIZE);
    FILE *file = fopen("/dev/null", "w");
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, data, 0, NULL, NULL); // site: related
    fwrite(data, 1, SIZE, file); // expect: host-read-in-flight
    clFinish(cl_queue);
    fclose(file);
    clReleaseMemObject(buffer);
    cl_end();
    free(data);
    return 0;
}

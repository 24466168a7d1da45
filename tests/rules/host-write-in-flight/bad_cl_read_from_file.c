#include "cl_world.h"
#include <fcntl.h>

enum { SIZE = 1 << 20 };

/* The next part of the file is read into the block that is still being sent. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    char *block = malloc(SIZE);
    int file = open("/dev/zero", O_RDONLY);
    if (read(file, block, SIZE) != SIZE)
        return 1;
    clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, block, 0, NULL, NULL); // site: related
    if (read(file, block, SIZE) != SIZE) // expect: host-write-in-flight
        return 1;
    clFinish(cl_queue);
    close(file);
    clReleaseMemObject(buffer);
    cl_end();
    free(block);
    return 0;
}

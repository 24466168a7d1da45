// options: --host-guard always
#include "cl_world.h"

enum { SIZE = 1 << 20 };

/* Two blocks in turn, each waited for before it is filled again; reading what is being sent is harmless. */
int main(void)
{
    cl_event sent[2] = {NULL, NULL};
    char *blocks[2];
    int sum = 0;
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    for (int i = 0; i < 2; i++)
        blocks[i] = aligned_alloc(4096, SIZE);
    for (int round = 0; round < 6; round++) {
        int i = round % 2;
        if (sent[i]) {
            clWaitForEvents(1, &sent[i]);
            clReleaseEvent(sent[i]);
        }
        memset(blocks[i], round, SIZE);
        clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, blocks[i], 0, NULL, &sent[i]);
        sum += blocks[i][100];
    }
    clFinish(cl_queue);
    clReleaseEvent(sent[0]);
    clReleaseEvent(sent[1]);
    clReleaseMemObject(buffer);
    cl_end();
    free(blocks[0]);
    free(blocks[1]);
    return sum != 15;
}

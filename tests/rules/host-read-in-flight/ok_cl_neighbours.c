// options: --host-guard always
#include "cl_world.h"
#include <pthread.h>

enum { PIECE = 10000, PIECES = 20, ROUNDS = 30 };
static char *blocks[PIECES];

/* Work that has nothing to do with what is on its way: blocks beside it, the rest of a block, other threads that allocate and free. */
static void *churn(void *unused)
{
    for (int i = 0; i < 20000; i++) {
        char *block = malloc(100 + i % 9000);
        block[0] = block[99] = 1;
        free(block);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    cl_world();
    cl_mem buffer = cl_buffer(PIECES * PIECE);
    char *whole = malloc(PIECES * PIECE);
    pthread_create(&thread, NULL, churn, NULL);
    for (int i = 0; i < PIECES; i++)
        blocks[i] = malloc(PIECE);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < PIECES; i += 2)
            clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, i * PIECE, PIECE, blocks[i], 0, NULL, NULL);
        for (int i = 1; i < PIECES; i += 2)
            memset(blocks[i], round, PIECE);
        clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, PIECES * PIECE / 2, whole, 0, NULL, NULL);
        memset(whole + PIECES * PIECE / 2, round, PIECES * PIECE / 2);
        clFinish(cl_queue);
        for (int i = 0; i < PIECES; i++)
            blocks[i][5000] = whole[i * PIECE];
    }
    pthread_join(thread, NULL);
    clReleaseMemObject(buffer);
    cl_end();
    for (int i = 0; i < PIECES; i++)
        free(blocks[i]);
    free(whole);
    return 0;
}

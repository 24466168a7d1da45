// options: --watchdog 0.3
// exit: 7
#include "cl_world.h"
#include <pthread.h>
#include <unistd.h>

static void *leave(void *unused)
{
    usleep(1500000);
    _exit(7);
    return unused;
}

/* The kernel waits for a word that another command of the same queue should write, behind it. */
int main(void)
{
    pthread_t thread;
    cl_int zero = 0, one = 1;
    size_t items = 1;
    cl_world();
    cl_mem word = cl_buffer(4096);
    cl_kernel wait = cl_kernel_of("kernel void wait_for_word(volatile global int *word) { while (!*word) ; }", "wait_for_word");
    clEnqueueWriteBuffer(cl_queue, word, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
    clSetKernelArg(wait, 0, sizeof word, &word);
    clEnqueueNDRangeKernel(cl_queue, wait, 1, NULL, &items, NULL, 0, NULL, NULL); // site: related
    pthread_create(&thread, NULL, leave, NULL);
    clEnqueueWriteBuffer(cl_queue, word, CL_TRUE, 0, sizeof one, &one, 0, NULL, NULL); // expect: never-signalled severity=warning says=has_not_finished
    return 0;
}

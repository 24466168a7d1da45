#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "cuda_runtime.h"

enum { STACK = 64 << 10, BLOCK = 60000 };

static ucontext_t main_context, own_context;
static void *device;
static int failures;

static void use(int depth)
{
    char *block = malloc(BLOCK), *moved;
    memset(block, depth, BLOCK);
    failures += cudaMemcpy(device, block, BLOCK, cudaMemcpyHostToDevice) != cudaSuccess;
    moved = realloc(block, 2 * BLOCK);
    if (depth)
        use(depth - 1);
    free(moved);
}

static void on_own_stack(void) { use(3); }

static void *on_small_stack(void *unused)
{
    for (int i = 0; i < 100; i++)
        free(malloc(BLOCK));
    return unused;
}

static void on_signal(int number)
{
    (void)number;
    free(malloc(BLOCK)); /* raised where the allocator is not at work */
}

/* Stacks that a walk has to end on: of contexts, at new addresses each time; of threads with as
 * little as they may have; of a signal's handler; of deep recursion. */
int main(void)
{
    if (cudaMalloc(&device, BLOCK))
        return 1;
    for (int i = 0; i < 8; i++) {
        char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        getcontext(&own_context);
        own_context.uc_stack.ss_sp = stack;
        own_context.uc_stack.ss_size = STACK;
        own_context.uc_link = &main_context;
        makecontext(&own_context, on_own_stack, 0);
        swapcontext(&main_context, &own_context);
        munmap(stack, STACK);
    }
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, (size_t)sysconf(_SC_THREAD_STACK_MIN));
    for (int i = 0; i < 8; i++) {
        pthread_t thread;
        if (pthread_create(&thread, &small, on_small_stack, NULL))
            return 2;
        pthread_join(thread, NULL);
    }
    signal(SIGUSR1, on_signal);
    raise(SIGUSR1);
    use(200);
    return failures || cudaFree(device);
}

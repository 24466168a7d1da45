#include "cuda_runtime.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

/* Buffers that lie below the stack pointer because the program runs on another stack: in static memory, in a mapping, in the heap. */
static char *device;
static char below[4096], stack[1 << 18], alternate[1 << 16];
static int bad;
static ucontext_t main_context, other_context;

static int both(char *host, size_t size)
{
    return cudaMemcpy(device, host, size, cudaMemcpyHostToDevice) || cudaMemcpy(host, device, size, cudaMemcpyDeviceToHost);
}

static void on_other(void)
{
    char local[500];
    bad |= both(below, sizeof below) | both(local, sizeof local);
}

static void run_on(char *memory, size_t size)
{
    getcontext(&other_context);
    other_context.uc_stack.ss_sp = memory;
    other_context.uc_stack.ss_size = size;
    other_context.uc_link = &main_context;
    makecontext(&other_context, on_other, 0);
    swapcontext(&main_context, &other_context);
}

static void on_signal(int number)
{
    char local[500];
    bad |= number != SIGUSR1 || both(local, sizeof local) || both(alternate, 100) || both(below, sizeof below);
}

static void *in_thread(void *user)
{
    char *parts = alloca(3000);
    bad |= both(user, 64) | both(parts, 3000) | both(below, 64);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    char local[64], *area = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *heap = malloc(1 << 18);
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };
    stack_t other = { .ss_sp = alternate, .ss_size = sizeof alternate };
    if (cudaMalloc((void **)&device, 1 << 20))
        return 1;
    run_on(stack, sizeof stack);
    run_on(area + (1 << 19), 1 << 19);
    run_on(heap, 1 << 18);
    bad |= both(area, 1 << 12);
    sigaltstack(&other, NULL);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, sizeof stack);
    pthread_create(&thread, &attributes, in_thread, local);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, in_thread, local);
    pthread_join(thread, NULL);
    return bad || cudaFree(device);
}

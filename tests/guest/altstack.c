/* A thread whose signal stack has just the usual size and nothing mapped below it: `early' reads a buffer that a copy may still be
 * writing, `deep' overflows its stack, which the program's own handler reports. */
#define _GNU_SOURCE 1
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

int cuInit(unsigned);
int cuDeviceGet(int *, int);
int cuCtxCreate_v2(void **, unsigned, int);
int cuCtxSetCurrent(void *);
int cuCtxSynchronize(void);
int cuMemAlloc_v2(unsigned long long *, size_t);
int cuMemHostAlloc(void **, size_t, unsigned);
int cuMemcpyDtoHAsync_v2(void *, unsigned long long, size_t, void *);

static void *context;
static unsigned long long memory;

static void on_fault(int number, siginfo_t *info, void *unused)
{
    static const char text[] = "handled\n";
    (void)number, (void)info, (void)unused;
    if (write(STDOUT_FILENO, text, sizeof text - 1) < 0)
        _exit(3);
    _exit(7);
}

static void set_signal_stack(void)
{
    size_t least = getauxval(AT_MINSIGSTKSZ), size = (least > 8192 ? least : 8192) + 4095 & ~4095ul;
    char *pages = mmap(NULL, size + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(pages, 4096, PROT_NONE);
    stack_t stack = { .ss_sp = pages + 4096, .ss_size = size };
    struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };
    if (sigaltstack(&stack, NULL) || sigaction(SIGSEGV, &action, NULL))
        exit(2);
}

static __attribute__((noinline)) int deep(int n)
{
    volatile char room[512];
    room[n % 512] = (char)n;
    return n < 0 ? 0 : deep(n + 1) + room[(n + 1) % 512];
}

static void *work(void *mode)
{
    void *host = NULL;
    int bad = cuCtxSetCurrent(context) | cuMemHostAlloc(&host, 1 << 20, 0), sum = 0;
    set_signal_stack();
    for (int i = 0; i < 5 && !strcmp(mode, "early"); i++) {
        bad |= cuMemcpyDtoHAsync_v2(host, memory, 1 << 20, NULL);
        sum += ((volatile char *)host)[4096 * i];
        bad |= cuCtxSynchronize();
    }
    printf("bad %d sum %d\n", bad, sum);
    fflush(stdout);
    if (!strcmp(mode, "deep"))
        printf("%d\n", deep(0));
    return NULL;
}

int main(int argc, char **argv)
{
    int device;
    pthread_t thread;
    if (argc < 2 || cuInit(0) || cuDeviceGet(&device, 0) || cuCtxCreate_v2(&context, 0, device) || cuMemAlloc_v2(&memory, 1 << 20))
        return 2;
    pthread_create(&thread, NULL, work, argv[1]);
    return pthread_join(thread, NULL);
}

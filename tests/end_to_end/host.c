/* A program that makes mistakes on request, in surroundings that programs can have: host WORD...
 * Words are done in order.  Nothing is printed but what stands here, so that tests can tell the program's own output. */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cuda.h"
#include "cuda_runtime.h"

static char host[4096];

/* [bytes] too many, at a place of its own. */
static void overflow(size_t bytes)
{
    void *device;
    if (!cudaMalloc(&device, 40))
        cudaMemcpy(device, host, 40 + bytes, cudaMemcpyHostToDevice);
}

/* The object of a vector, as C++ lays it out, in the place of its elements. */
static void vector_object(void)
{
    void *device;
    char *elements = malloc(256);
    struct {
        char *begin, *end, *room;
    } vector = { elements, elements + 256, elements + 256 };
    if (!cudaMalloc(&device, 256))
        cudaMemcpy(device, &vector, 256, cudaMemcpyHostToDevice);
    free(elements);
}

/* Overflows of 2^[bits] stacks, in a tree of calls. */
static __attribute__((noinline)) void tree(int bits)
{
    if (!bits) {
        overflow(4);
        return;
    }
    tree(bits - 1);
    tree(bits - 1);
    __asm__ volatile("");       /* no tail call */
}

/* Overflows of 10^[digits] stacks that differ in their innermost frames. */
static __attribute__((noinline)) void wide(int digits)
{
    if (!digits) {
        overflow(4);
        return;
    }
#define CALL wide(digits - 1); __asm__ volatile("");
    CALL CALL CALL CALL CALL CALL CALL CALL CALL CALL
#undef CALL
}

/* As daemons do it: what is open is closed, and the lowest number is used for a file. */
static int take_over(const char *path)
{
    for (int fd = 3; fd < 1024; fd++)
        close(fd);
    return open(path, O_RDWR | O_CREAT | O_TRUNC, 0600) == 3 && write(3, "mine", 4) == 4 ? 0 : 63;
}

/* KiB of memory that the process has. */
static void print_memory(void)
{
    char line[200];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (!strncmp(line, "VmRSS:", 6))
            printf("%d\n", atoi(line + 6));
    if (status)
        fclose(status);
}

static void two(void)
{
    overflow(4);
    cudaFree(host);
}

static void handle(int number)
{
    (void)number;
    if (write(1, "handled\n", 8) == 8)
        _exit(5);
}

static int deepen(int depth)
{
    volatile char frame[4096];
    frame[0] = (char)depth;
    return depth < 0 ? 0 : deepen(depth + 1) + frame[0];
}

/* Runs out of stack, and says so on a signal stack of the usual size. */
static void run_out_of_stack(void)
{
    static char room[8192];
    sigaltstack(&(stack_t){ .ss_sp = room, .ss_size = sizeof room }, NULL);
    sigaction(SIGSEGV, &(struct sigaction){ .sa_handler = handle, .sa_flags = SA_ONSTACK }, NULL);
    deepen(0);
}

/* Where the program is, for whoever stops it. */
static const char *volatile place = "nowhere";

static void stopped(int number)
{
    (void)number;
    printf("stopped in %s, %s thread\n", place, getpid() == (pid_t)syscall(SYS_gettid) ? "first" : "another");
    fflush(stdout);
}

static const char bad_kernel[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry _ZN2ns3badIfEEvPT_(.param .u64 p, .param .f32 factor, .param .f64 wide, .param .u32 n) {\n .reg .u64 a;\n"
                                 " ld.param.u64 a, [p];\n st.global.u32 [a+128], 1;\n ret;\n}\n";
static const char waiting_kernel[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry bad(.param .u64 p) {\n .reg .u64 a;\n"
                                     " .reg .u32 v;\n .reg .pred q;\n ld.param.u64 a, [p];\nagain:\n ld.volatile.global.u32 v, [a];\n"
                                     " setp.eq.u32 q, v, 0;\n @q bra again;\n ret;\n}\n";

static unsigned patience; /* seconds that the host takes to end the waiting kernel */

/* Launches [ptx], in the context that [memory] belongs to, and waits for it. */
static void launch(const char *ptx, unsigned *memory)
{
    CUmodule module;
    CUfunction function;
    float factor = 2.5f;
    double wide = -0.125;
    int n = 40;
    void *args[] = { &memory, &factor, &wide, &n }, *driver = dlopen("libcuda.so.1", RTLD_NOW);
    __typeof__(cuModuleLoadData) *load = (__typeof__(cuModuleLoadData) *)(uintptr_t)dlsym(driver, "cuModuleLoadData");
    __typeof__(cuModuleGetFunction) *find = (__typeof__(cuModuleGetFunction) *)(uintptr_t)dlsym(driver, "cuModuleGetFunction");
    __typeof__(cuLaunchKernel) *start = (__typeof__(cuLaunchKernel) *)(uintptr_t)dlsym(driver, "cuLaunchKernel");
    if (load(&module, ptx) || find(&function, module, ptx == bad_kernel ? "_ZN2ns3badIfEEvPT_" : "bad"))
        exit(67);
    signal(SIGTRAP, stopped);
    place = "the launch";
    start(function, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL);
    place = "what follows";
    if (ptx == waiting_kernel) {
        sleep(patience);
        *(volatile unsigned *)memory = 1;
    }
    cudaDeviceSynchronize();
}

static void launch_bad(void)
{
    void *device;
    if (!cudaMalloc(&device, 128))
        launch(bad_kernel, device);
}

/* A kernel that waits for what the host does after the launch. */
static void launch_waiting(void)
{
    void *memory;
    if (cudaHostAlloc(&memory, 4, cudaHostAllocMapped))
        exit(68);
    *(unsigned *)memory = 0;
    launch(waiting_kernel, memory);
    printf("over\n");
}

/* Work on a stream: two fills, a wait for it, a third fill, a wait for everything. */
static void use_stream(void)
{
    void *device;
    cudaStream_t stream;
    if (cudaMalloc(&device, 4096) || cudaStreamCreate(&stream))
        exit(69);
    cudaMemsetAsync(device, 1, 4096, stream);
    cudaMemsetAsync(device, 2, 4096, stream);
    cudaStreamSynchronize(stream);
    cudaMemsetAsync(device, 3, 4096, stream);
    cudaDeviceSynchronize();
    cudaFree(device);
}

static void limit(int what, rlim_t value)
{
    struct rlimit limit = { value, value };
    if (setrlimit(what, &limit))
        perror("setrlimit");
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (!strcmp(word, "init"))
            cudaFree(0);
        else if (!strcmp(word, "vector-object"))
            vector_object();
        else if (!strcmp(word, "overflow"))
            overflow(360);
        else if (!strcmp(word, "two"))
            two();
        else if (!strcmp(word, "bad-kernel"))
            launch_bad();
        else if (!strcmp(word, "waiting-kernel"))
            launch_waiting();
        else if (!strncmp(word, "patience=", 9))
            patience = (unsigned)atoi(word + 9);
        else if (!strcmp(word, "streams"))
            use_stream();
        else if (!strcmp(word, "fork")) {
            if (fork() < 0)
                return 70;
        } else if (!strcmp(word, "little-memory"))
            limit(RLIMIT_AS, 300 << 20);
        else if (!strcmp(word, "little-files"))
            limit(RLIMIT_FSIZE, 4096);
        else if (!strcmp(word, "run-out-of-stack"))
            run_out_of_stack();
        else if (!strncmp(word, "wide=", 5))
            wide(atoi(word + 5));
        else if (!strncmp(word, "tree=", 5))
            tree(atoi(word + 5));
        else if (!strcmp(word, "memory"))
            print_memory();
        else if (!strncmp(word, "take-over=", 10)) {
            if (take_over(word + 10))
                return 63;
        } else if (!strcmp(word, "kill"))
            raise(SIGKILL);
        else if (!strncmp(word, "exec=", 5)) {
            execl("/bin/sh", "sh", "-c", word + 5, NULL);
            return 66;
        } else if (!strcmp(word, "exec-nothing")) {
            execl("/nonexistent/program", "program", NULL);
        } else if (!strncmp(word, "run=", 4)) {
            if (system(word + 4))
                return 65;
        } else if (!strcmp(word, "count")) {
            int count = -1;
            printf("%d", cudaGetDeviceCount(&count));
            printf(" %d\n", count);
        } else if (!strncmp(word, "exit=", 5))
            return atoi(word + 5);
        else {
            fprintf(stderr, "host: unknown word %s\n", word);
            return 64;
        }
    }
    return 0;
}

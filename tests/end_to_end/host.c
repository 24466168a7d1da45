/* A program that makes mistakes on request, in surroundings that programs can have: host WORD...
 * Words are done in order.  Nothing is printed but what stands here, so that tests can tell the program's own output. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cuda_runtime.h"

static char host[4096];

/* [bytes] too many, at a place of its own. */
static void overflow(size_t bytes)
{
    void *device;
    if (!cudaMalloc(&device, 40))
        cudaMemcpy(device, host, 40 + bytes, cudaMemcpyHostToDevice);
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

/* As daemons do it: what is open is closed, and the lowest number is used for a file. */
static int take_over(const char *path)
{
    for (int fd = 3; fd < 1024; fd++)
        close(fd);
    return open(path, O_RDWR | O_CREAT | O_TRUNC, 0600) == 3 && write(3, "mine", 4) == 4 ? 0 : 63;
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
        else if (!strcmp(word, "overflow"))
            overflow(360);
        else if (!strcmp(word, "two"))
            two();
        else if (!strcmp(word, "little-memory"))
            limit(RLIMIT_AS, 300 << 20);
        else if (!strcmp(word, "little-files"))
            limit(RLIMIT_FSIZE, 4096);
        else if (!strcmp(word, "run-out-of-stack"))
            run_out_of_stack();
        else if (!strncmp(word, "tree=", 5))
            tree(atoi(word + 5));
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

/* A program that makes mistakes on request, in surroundings that programs can have: host WORD...
 * Words are done in order.  Nothing is printed but what stands here, so that tests can tell the program's own output. */
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

static void two(void)
{
    overflow(4);
    cudaFree(host);
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
        else if (!strcmp(word, "kill"))
            raise(SIGKILL);
        else if (!strncmp(word, "exec=", 5)) {
            execl("/bin/sh", "sh", "-c", word + 5, NULL);
            return 66;
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

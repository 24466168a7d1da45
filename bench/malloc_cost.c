/* What the hooks on malloc cost: nanoseconds per pair of malloc and free, libc's own functions
 * against those that the program's name leads to, in turns in one process.  Linked to the guest (or
 * preloaded under inquest) it records; without, both are the same. Prints "name plain hooked
 * ratio", medians of batches. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCHES = 41, ROUNDS = 20000, KEPT = 512 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

typedef void *(*malloc_fn)(size_t);
typedef void (*free_fn)(void *);

static uint32_t next_random(uint32_t *seed) { return *seed = *seed * 1664525u + 1013904223u; }

/* malloc and free of blocks of [least] bytes to [most], as many live as a mix has. */
static double churn(malloc_fn get, free_fn give, size_t least, size_t most, unsigned kept)
{
    static void *slot[KEPT];
    uint32_t seed = 1;
    double start = now();
    for (int i = 0; i < ROUNDS; i++) {
        unsigned at = (next_random(&seed) >> 8) % kept;
        give(slot[at]);
        slot[at] = get(least + (next_random(&seed) >> 8) % (most - least + 1));
        *(volatile char *)slot[at] = 1;
    }
    double cost = (now() - start) / ROUNDS;
    for (unsigned i = 0; i < kept; i++) {
        give(slot[i]);
        slot[i] = NULL;
    }
    return cost;
}

static void measure(const char *name, size_t least, size_t most, unsigned kept)
{
    void *libc = dlopen("libc.so.6", RTLD_NOW);
    malloc_fn plain_malloc = (malloc_fn)(uintptr_t)dlsym(libc, "malloc");
    free_fn plain_free = (free_fn)(uintptr_t)dlsym(libc, "free");
    double off[BATCHES], on[BATCHES];
    for (int i = 0; i < BATCHES; i++) {
        off[i] = churn(plain_malloc, plain_free, least, most, kept);
        on[i] = churn(malloc, free, least, most, kept);
    }
    qsort(off, BATCHES, sizeof *off, compare);
    qsort(on, BATCHES, sizeof *on, compare);
    printf("%s %.1f %.1f %.2f\n", name, off[BATCHES / 2], on[BATCHES / 2],
           on[BATCHES / 2] / off[BATCHES / 2]);
}

int main(void)
{
    measure("one-small", 32, 32, 1);
    measure("small", 16, 128, KEPT);
    measure("mixed", 16, 4096, KEPT);
    measure("large", 4096, 65536, 64);
    return 0;
}

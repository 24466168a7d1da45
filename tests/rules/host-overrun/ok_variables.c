#include "cuda_runtime.h"
#include <stdlib.h>
#include <string.h>

/* Exact fits of every kind of variable, members, parts, and whole sections of them. */
struct header { int count; char text[60]; };
static struct header headers[10];
static char bytes[1000];
int numbers[100];
const int constant[25] = { 1, 2, 3 };
static _Thread_local int own[50];
static char first[512] __attribute__((section("of_ours"), aligned(64))) = "a", second[512] __attribute__((section("of_ours"), aligned(64))) = "b";
extern char __start_of_ours[], __stop_of_ours[];

static int up(void *device, const void *host, size_t size) { return cudaMemcpy(device, host, size, cudaMemcpyHostToDevice); }
static int down(void *host, void *device, size_t size) { return cudaMemcpy(host, device, size, cudaMemcpyDeviceToHost); }

static int locals(void *device, int n)
{
    struct header header = { 1, "x" };
    char local[300] = { 0 }, variable[n];
    int one = 1, bad = up(device, &header, sizeof header) | up(device, header.text, sizeof header.text) | up(device, local, sizeof local) |
        up(device, local + 100, 200) | up(device, &one, sizeof one) | down(&one, device, sizeof one) | down(local, device, sizeof local);
    memset(variable, 1, n);
    {
        char inner[64];
        bad |= down(inner, device, sizeof inner) | up(device, inner + 63, 1);
    }
    char *room = __builtin_alloca(500);
    return bad | up(device, variable, n) | down(room, device, 500) | up(device, &header.count, sizeof header);
}

int main(void)
{
    char *device;
    if (cudaMalloc((void **)&device, 1 << 20))
        return 1;
    if (up(device, headers, sizeof headers) || up(device, &headers[3], 7 * sizeof headers[0]) || up(device, headers[3].text, 60) ||
        down(bytes, device, sizeof bytes) || down(bytes + 999, device, 1) || down(numbers, device, sizeof numbers) ||
        up(device, constant, sizeof constant) || down(own, device, sizeof own) || up(device, first, sizeof first) ||
        up(device, __start_of_ours, __stop_of_ours - __start_of_ours) || up(device, second, sizeof second))
        return 2;
    return locals(device, 777) || cudaFree(device);
}

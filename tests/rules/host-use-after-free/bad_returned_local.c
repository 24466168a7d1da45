#include "cuda_runtime.h"
#include <pthread.h>

struct table { int *numbers; int count; };
static char *device;

static void make(struct table *table)
{
    int numbers[256] = { 1, 2, 3 };
    table->numbers = numbers;
    table->count = 256;
}

static void *work(void *unused)
{
    struct table table;
    make(&table);
    cudaMemcpy(device, table.numbers, table.count * sizeof *table.numbers, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src object=host-memory state=freed contained=0
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct table table;
    cudaMalloc((void **)&device, 1 << 20);
    make(&table);
    cudaMemcpy(table.numbers, device, 16, cudaMemcpyDeviceToHost); // expect: host-use-after-free arg=dst object=host-memory
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    cudaFree(device);
    return 0;
}

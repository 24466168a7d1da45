#include <stdint.h>

#include "cuda_runtime.h"

/* An address in 32 bits, without and with a sign. */
int main(void)
{
    char host[64] = { 0 };
    char *memory;
    cudaMalloc((void **)&memory, 4096); // site: created
    cudaMemset((void *)(uintptr_t)(uint32_t)(uintptr_t)(memory + 64), 0, 64); // expect: unknown-pointer arg=devPtr object=device-memory state=live says=cut_to_32_bits says=which_is_byte says=byte_64_of_4096_bytes
    cudaFree(memory);
    /* small numbers are not addresses that were cut */
    cudaMemcpy(host, (void *)(uintptr_t)0x20000, 64, cudaMemcpyDeviceToHost); // expect: unknown-pointer arg=src unsaid=32_bits
    return 0;
}

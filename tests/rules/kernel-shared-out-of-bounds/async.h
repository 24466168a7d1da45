/* Asynchronous stores and copies to shared memory, and their mbarriers. */
#include <cstdint>
#include <cuda_runtime.h>

enum { TILE = 64 };

__device__ inline unsigned shared_address(const void *at) { return (unsigned)__cvta_generic_to_shared(at); }

/* The same place in block [rank] of the cluster. */
__device__ inline unsigned in_block(unsigned at, unsigned rank)
{
    unsigned there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(rank));
    return there;
}

/* For [bytes] that come. */
__device__ inline void begin(uint64_t *barrier, unsigned bytes)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(barrier)) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes) : "memory");
}

__device__ inline void wait_for(uint64_t *barrier)
{
    asm volatile("{ .reg .pred p;\nagain: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@!p bra again; }" ::"r"(shared_address(barrier)) : "memory");
}

__device__ inline void meet() { asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory"); }

/* Blocks of RMM's pools: pools pool|arena right|overrun|freed.  With -DSTANDIN over standin.hpp, else over RMM itself. */
#ifdef STANDIN
#include "standin.hpp"
#else
#include <rmm/mr/arena_memory_resource.hpp>
#include <rmm/mr/cuda_memory_resource.hpp>
#include <rmm/mr/pool_memory_resource.hpp>
using stream_type = cuda::stream_ref;
#endif
#include <cstdio>
#include <cstring>

enum : std::size_t { COUNT = 512, BYTES = COUNT * sizeof(float), ALIGN = 256 };

__global__ void fill(float *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = 1; // kernel
}

template <class pool_t> static float *take(pool_t &pool, stream_type stream)
{
    return static_cast<float *>(pool.allocate(stream, BYTES, ALIGN)); // created
}

template <class pool_t> static void give_back(pool_t &pool, float *block, stream_type stream)
{
    pool.deallocate(stream, block, BYTES, ALIGN); // freed
}

template <class pool_t> static int work(pool_t &pool, const char *what)
{
    cudaStream_t stream;
    float got = 0;
    cudaStreamCreate(&stream);
    float *one = take(pool, stream_type{ stream }), *two = take(pool, stream_type{ stream });
    fill<<<4, 256, 0, stream>>>(one, COUNT);
    fill<<<4, 256, 0, stream>>>(two, COUNT);
    give_back(pool, two, stream_type{ stream });
    two = take(pool, stream_type{ stream });
    fill<<<4, 256, 0, stream>>>(two, COUNT);
    if (!strcmp(what, "overrun"))
        fill<<<4, 256, 0, stream>>>(one, COUNT + 1); // overrun
    give_back(pool, two, stream_type{ stream });
    if (!strcmp(what, "freed"))
        fill<<<4, 256, 0, stream>>>(two, COUNT); // used after it went back
    cudaMemcpyAsync(&got, one, sizeof got, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    give_back(pool, one, stream_type{ stream });
    cudaStreamDestroy(stream);
    return got != 1;
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "pool", *what = argc > 2 ? argv[2] : "right";
#ifdef STANDIN
    pool_type pool;
    arena_type arena;
    return strcmp(kind, "pool") ? work(arena, what) : work(pool, what);
#else
    rmm::mr::cuda_memory_resource upstream;
    if (!strcmp(kind, "pool")) {
        rmm::mr::pool_memory_resource pool(upstream, 1 << 20);
        return work(pool, what);
    }
    rmm::mr::arena_memory_resource arena(upstream, 1 << 26);
    return work(arena, what);
#endif
}

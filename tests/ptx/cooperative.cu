/* Cooperative groups, barriers, pipelines and atomics as the headers of the toolkit write them; for ptx_cooperative_test.c. */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

extern "C" __global__ void tiles(int *out, float *real, unsigned long long *wide)
{
    auto block = cg::this_thread_block();
    auto eight = cg::tiled_partition<8>(block);
    auto warp = cg::tiled_partition<32>(block);
    int i = (int)block.thread_rank(), *o = out + 12 * i;
    o[0] = cg::reduce(eight, i, cg::plus<int>());
    o[1] = cg::reduce(warp, i * 37 % 41, cg::greater<int>());
    o[2] = cg::reduce(eight, i * 5, cg::bit_xor<int>());
    o[3] = cg::inclusive_scan(eight, i);
    o[4] = cg::exclusive_scan(warp, i, cg::plus<int>());
    o[5] = eight.shfl_xor(i, 1);
    o[6] = eight.any(i % 16 == 3) + 2 * eight.all(i > 7);
    o[7] = (int)eight.ballot(i & 1);
    o[8] = (int)eight.match_any(i / 3);
    o[9] = (int)eight.meta_group_rank();
    o[10] = eight.shfl_down(i, 3);
    o[11] = warp.shfl(i, 7);
    real[i] = cg::reduce(warp, (float)(i * 3 % 17), cg::less<float>());
    wide[i] = cg::reduce(warp, 1ull << i % 32, cg::plus<unsigned long long>());
}

extern "C" __global__ void parts(int *out)
{
    int i = (int)threadIdx.x, *o = out + 6 * i;
    if (i & 1) {
        auto some = cg::coalesced_threads();
        o[0] = (int)some.size();
        o[1] = some.shfl(i, 0);
        o[2] = cg::reduce(some, i, cg::plus<int>());
        o[3] = cg::inclusive_scan(some, i);
        o[4] = (int)cg::labeled_partition(some, i % 3).size();
        o[5] = (int)cg::binary_partition(some, i % 3 == 0).thread_rank();
    }
}

extern "C" __global__ void copies(int *out, const int *in)
{
    __shared__ alignas(16) int s[1024];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, in, sizeof(int) * 1024);
    cg::wait(block);
    out[threadIdx.x] = s[1023 - threadIdx.x];
    block.sync();
    cg::memcpy_async(block, s, in + 100, sizeof(int) * 64);
    cg::wait_prior<0>(block);
    out[threadIdx.x + blockDim.x] = s[threadIdx.x % 64];
    auto token = block.barrier_arrive();
    block.barrier_wait(std::move(token));
}

/* Each thread hands its number to its neighbour, five times, over two phases each. */
extern "C" __global__ void barriers(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    __shared__ int s[256];
    if (threadIdx.x == 0)
        init(&b, blockDim.x);
    __syncthreads();
    int value = (int)threadIdx.x;
    for (int k = 0; k < 5; k++) {
        s[threadIdx.x] = value;
        b.arrive_and_wait();
        value = s[(threadIdx.x + 1) % blockDim.x] + 1;
        auto token = b.arrive();
        b.wait(std::move(token));
    }
    out[threadIdx.x] = value;
    if (threadIdx.x % 3 == 0) {
        b.arrive_and_drop();
        return;
    }
    b.arrive_and_wait();
    s[threadIdx.x] = 1000;
    b.arrive_and_wait();
    out[threadIdx.x] += s[threadIdx.x % 3 == 1 ? threadIdx.x + 1 < blockDim.x ? threadIdx.x + 1 : threadIdx.x : threadIdx.x - 1];
}

extern "C" __global__ void pipelines(int *out, const int *in, int n)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ alignas(16) int s[2][128];
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int c = 0, f = 0; c < n; c++) {
        for (; f < n && f < c + 2; f++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, s[f % 2], in + f * 128, sizeof(int) * 128, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += s[c % 2][threadIdx.x ^ 5];
        pipe.consumer_release();
    }
    auto own = cuda::make_pipeline();
    block.sync();
    own.producer_acquire();
    cuda::memcpy_async(&s[0][threadIdx.x], in + threadIdx.x, 4, own);
    own.producer_commit();
    own.consumer_wait();
    out[threadIdx.x] = sum + s[0][threadIdx.x];
    own.consumer_release();
}

/* Half of the warps produce, the others consume. */
extern "C" __global__ void roles(int *out, const int *in, int n)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
    __shared__ int s[64];
    if (threadIdx.x == 0) {
        init(&full, 128);
        init(&empty, 128);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        for (int k = 0; k < n; k++) {
            empty.arrive_and_wait();
            s[threadIdx.x] = in[k * 64 + threadIdx.x];
            (void)full.arrive();
        }
    } else {
        int sum = 0;
        for (int k = 0; k < n; k++) {
            (void)empty.arrive();
            full.arrive_and_wait();
            sum += s[127 - threadIdx.x] * (k + 1);
        }
        out[threadIdx.x - 64] = sum;
    }
}

#if __CUDA_ARCH__ >= 800
extern "C" __global__ void primitives(int *out, const int *in)
{
    __shared__ alignas(16) int s[512];
    __shared__ __mbarrier_t b;
    int t = (int)threadIdx.x;
    if (!t)
        __mbarrier_init(&b, blockDim.x);
    __syncthreads();
    __pipeline_memcpy_async(s + 4 * t, in + 4 * t, 16);
    __pipeline_memcpy_async(s + 256 + t, in + t, 4, t & 1 ? 4 : 0);
    __pipeline_arrive_on(&b);
    __mbarrier_token_t token = __mbarrier_arrive(&b);
    unsigned left = __mbarrier_token_pending_count(token);
    while (!__mbarrier_test_wait(&b, token))
        ;
    out[t] = s[255 - t % 256] + s[256 + t];
    atomicAdd(&out[64], (int)left);
    while (!__mbarrier_try_wait_parity(&b, 0, 100))
        ;
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (!t)
        __mbarrier_inval(&b);
}
#endif

extern "C" __global__ void grids(int *out, int rounds)
{
    auto grid = cg::this_grid();
    int i = (int)grid.thread_rank(), n = (int)grid.num_threads();
    out[i] = i;
    for (int k = 1; k <= rounds; k++) {
        grid.sync();
        int next = out[(k - 1) % 2 * n + (i + 97) % n] + k;
        out[k % 2 * n + i] = next;
    }
}

extern "C" __global__ void references(int *o, unsigned long long *u, float *f, double *d, short *h, signed char *c)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> a(o[0]), m(o[1]);
    a.fetch_add(3);
    m.fetch_max((int)threadIdx.x, cuda::memory_order_relaxed);
    cuda::atomic_ref<float> b(*f);
    b.fetch_add(0.5f);
    cuda::atomic_ref<double, cuda::thread_scope_block> e(d[0]), least(d[1]);
    e.fetch_sub(2.);
    least.fetch_min(-(double)threadIdx.x);
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_system> g(*u);
    g.fetch_or(1ull << threadIdx.x % 64);
    cuda::atomic_ref<short> s(h[1]);
    s.fetch_add(1);
    cuda::atomic_ref<signed char> ch(c[3]);
    ch.fetch_sub(1);
    cuda::atomic_ref<int> x(o[2]);
    int old = x.load(cuda::memory_order_acquire);
    while (!x.compare_exchange_weak(old, old * 3 % 1009 + 1, cuda::memory_order_acq_rel))
        ;
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}

// unseen on a GPU: what asynchronous copies do is not watched there
// nvcc: -arch=sm_80 -std=c++17
/* Two stages of a pipeline: what is read after the release the copy of a later round may overwrite.  A wait for that copy would not help. */
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

enum { THREADS = 128, ROUNDS = 8 };

__global__ void sums(const int *in, int *out)
{
    __shared__ int stage[2][THREADS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int round = 0, filled = 0; round < ROUNDS; round++) {
        for (; filled < ROUNDS && filled < round + 2; filled++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, stage[filled % 2], in + filled * THREADS, sizeof stage[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        pipe.consumer_release();
        sum += stage[round % 2][THREADS - 1 - block.thread_rank()];
    }
    out[block.thread_rank()] = sum;
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, ROUNDS * THREADS * sizeof *in);
    cudaMalloc(&out, THREADS * sizeof *out);
    cudaMemset(in, 1, ROUNDS * THREADS * sizeof *in);
    sums<<<1, THREADS>>>(in, out); // expect-soft: kernel-shared-race severity=warning says=between_the_read_at says=that_follows_it unsaid=put_a_wait
    return cudaDeviceSynchronize() || cudaFree(in) || cudaFree(out);
}

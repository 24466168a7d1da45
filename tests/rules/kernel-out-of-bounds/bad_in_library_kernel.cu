/* A sum of more elements than there are: the index that is wrong is one of CUB's, the number is the program's.  And a functor of the
 * program's own in a kernel of Thrust's. */
// nvcc: --extended-lambda
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>

static unsigned sum(const unsigned *keys, int n)
{
    return thrust::reduce(thrust::device, keys, keys + n);  // expect: kernel-out-of-bounds object=device-memory says=pass_the_library_no_more_elements
}

static void clear(int *values, int n)
{
    thrust::for_each_n(thrust::device, thrust::counting_iterator<int>(0), n,    // expect-soft: kernel-out-of-bounds object=device-memory says=check_the_index unsaid=library
                       [=] __device__(int i) { values[i] = 0; });
}

int main()
{
    unsigned *keys;
    int *values;
    if (cudaMalloc(&keys, 100 * sizeof *keys) || cudaMemset(keys, 0, 100 * sizeof *keys) || cudaMalloc(&values, 100 * sizeof *values))
        return 1;
    sum(keys, 103);
    clear(values, 101);
    cudaFree(values);
    return cudaFree(keys);
}

/* What kernels can do besides arithmetic: calls by address, printf, the heap of kernels, textures, surfaces, a grid that waits for itself. */
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

typedef int (*operation)(int, int);

__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ operation operations[2] = { add, multiply };

__global__ void by_address(int *out, int which)
{
    out[threadIdx.x] = operations[which](threadIdx.x, 3);
}

__global__ void from_heap(int *out)
{
    int *mine = (int *)malloc(8 * sizeof *mine);
    if (!mine)
        return;
    for (int i = 0; i < 8; i++)
        mine[i] = threadIdx.x * i;
    out[threadIdx.x] = mine[7] + mine[1];
    free(mine);
}

__global__ void say(const int *in)
{
    if (threadIdx.x == 5)
        printf("thread %d has %d\n", threadIdx.x, in[threadIdx.x]);
}

__global__ void through_texture(cudaTextureObject_t from, cudaSurfaceObject_t to, int *out)
{
    int value = tex1Dfetch<int>(from, threadIdx.x);
    surf2Dwrite(value + 1, to, threadIdx.x * (int)sizeof value, 0);
    out[threadIdx.x] = value;
}

__global__ void from_surface(cudaSurfaceObject_t from, int *out)
{
    out[threadIdx.x] = surf2Dread<int>(from, threadIdx.x * (int)sizeof *out, 0);
}

__global__ void together(int *counts, int *out)
{
    atomicAdd(&counts[threadIdx.x], 1);
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0)
        out[threadIdx.x] = counts[threadIdx.x];
}

enum { N = 32 };

static int *out;

/* Are the words [factor] * k + [offset]? */
static bool are(int factor, int offset)
{
    int host[N];
    if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost))
        return false;
    for (int k = 0; k < N; k++)
        if (host[k] != factor * k + offset)
            return false;
    return true;
}

int main()
{
    cudaResourceDesc linear = {}, array_resource = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    cudaSurfaceObject_t surface;
    cudaArray_t array;
    cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
    int *in, *counts;
    cudaMalloc(&out, N * sizeof *out);
    cudaMalloc(&in, N * sizeof *in);
    cudaMalloc(&counts, N * sizeof *counts);
    cudaMemset(counts, 0, N * sizeof *counts);
    by_address<<<1, N>>>(in, 1);
    by_address<<<1, N>>>(out, 0);
    if (!are(1, 3))
        return 1;
    from_heap<<<1, N>>>(out);
    if (!are(8, 0))
        return 2;
    say<<<1, N>>>(in);
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = in;
    linear.res.linear.desc = ints;
    linear.res.linear.sizeInBytes = N * sizeof *in;
    how.readMode = cudaReadModeElementType;
    cudaMallocArray(&array, &ints, N, 1, cudaArraySurfaceLoadStore);
    array_resource.resType = cudaResourceTypeArray;
    array_resource.res.array.array = array;
    if (cudaCreateTextureObject(&texture, &linear, &how, NULL) || cudaCreateSurfaceObject(&surface, &array_resource))
        return 3;
    through_texture<<<1, N>>>(texture, surface, out);
    if (!are(3, 0))
        return 4;
    from_surface<<<1, N>>>(surface, out);
    if (!are(3, 1))
        return 5;
    void *arguments[] = { &counts, &out };
    if (cudaLaunchCooperativeKernel((const void *)together, dim3(4), dim3(N), arguments) || !are(0, 4))
        return 6;
    cudaDestroyTextureObject(texture);
    cudaDestroySurfaceObject(surface);
    return cudaFreeArray(array) || cudaFree(in) || cudaFree(out) || cudaFree(counts) ? 7 : 0;
}

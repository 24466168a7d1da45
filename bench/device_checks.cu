/* What checks inside kernels cost on a GPU: device_checks REPEATS [KERNEL ...] runs the kernels of bench/kernels.cu and five more,
 * each REPEATS times after one run that does not count, and prints "name milliseconds", the median of the GPU's own times.
 * bench/device_checks.py compares it plain, under inquest and under compute-sanitizer. */
#include "kernels.cu"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" {
__global__ void saxpy_stride(int n, float a, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

__global__ void stencil(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    out[y * w + x] = 0.2f * (in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}

__global__ void gather(const int *at, const float *in, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[at[i]];
}

__global__ void rows(float **row, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int y = 0; y < height; y++)
        sum += row[y][x];
    if (x < width)
        out[x] = sum;
}
}

static const int N = 1 << 24, SIDE = 2048, WIDTH = 8192, BODIES = 32768;

#define CHECK(call)                                                                                              \
    do {                                                                                                         \
        cudaError_t status = (call);                                                                             \
        if (status != cudaSuccess) {                                                                             \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status));                                      \
            exit(1);                                                                                             \
        }                                                                                                        \
    } while (0)

template <typename T> static T *buffer(size_t n, T (*value)(size_t))
{
    std::vector<T> host(n);
    for (size_t i = 0; i < n; i++)
        host[i] = value(i);
    T *p;
    CHECK(cudaMalloc(&p, n * sizeof(T)));
    CHECK(cudaMemcpy(p, host.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

static float number(size_t i) { return 0.25f + i % 7; }
static int scattered(size_t i) { return (int)(i * 2654435761u % N); }
static int small(size_t i) { return (int)(i % 100); }
static unsigned char byte(size_t i) { return (unsigned char)(i * 7); }
static float4 body(size_t i) { return make_float4(i % 31, i % 17, i % 13, 1); }
static int row_start(size_t i) { return (int)(i * 16); }
static int row_column(size_t i) { return (int)(i * 40503u % (N / 16)); }

template <typename Launch> static void measure(const char *name, int repeats, char **only, Launch launch)
{
    bool wanted = !*only;
    for (char **o = only; *o; o++)
        wanted = wanted || !strcmp(*o, name);
    if (!wanted)
        return;
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    std::vector<float> times;
    for (int i = 0; i <= repeats; i++) {
        CHECK(cudaEventRecord(start));
        launch();
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaGetLastError());
        float ms;
        CHECK(cudaEventElapsedTime(&ms, start, end));
        if (i)
            times.push_back(ms);
    }
    std::sort(times.begin(), times.end());
    printf("%s %.5f\n", name, times[times.size() / 2]);
    fflush(stdout);
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(end));
}

int main(int argc, char **argv)
{
    int repeats = argc > 1 ? atoi(argv[1]) : 15;
    char **only = argv + std::min(argc, 2);
    float *x = buffer<float>(N, number), *y = buffer<float>(N, number), *z = buffer<float>(N, number);
    int *at = buffer<int>(N, scattered), *words = buffer<int>(N, small), *starts = buffer<int>(N / 16 + 1, row_start), *columns = buffer<int>(N, row_column), *sums = buffer<int>(N, small);
    unsigned char *bytes = buffer<unsigned char>(N, byte);
    unsigned *counts, *steps;
    float4 *bodies = buffer<float4>(BODIES, body), *forces = buffer<float4>(BODIES, body);
    CHECK(cudaMalloc(&counts, 256 * sizeof *counts));
    CHECK(cudaMemset(counts, 0, 256 * sizeof *counts));
    CHECK(cudaMalloc(&steps, (1 << 20) * sizeof *steps));
    CHECK(cudaMemset(steps, 0, (1 << 20) * sizeof *steps));
    std::vector<float *> pointers(512);
    for (float *&p : pointers)
        p = buffer<float>(WIDTH, number);
    float **row;
    CHECK(cudaMalloc(&row, pointers.size() * sizeof *row));
    CHECK(cudaMemcpy(row, pointers.data(), pointers.size() * sizeof *row, cudaMemcpyHostToDevice));

    dim3 tile(16, 16), tiles(SIDE / 16, SIDE / 16);
    measure("saxpy_stride", repeats, only, [&] { saxpy_stride<<<1056, 256>>>(N, 2, x, y); });
    measure("saxpy", repeats, only, [&] { saxpy<<<N / 256, 256>>>(N, 2, x, y); });
    measure("matmul", repeats, only, [&] { matmul<<<tiles, tile>>>(x, y, z, SIDE); });
    measure("stencil", repeats, only, [&] { stencil<<<dim3(4096 / 32, 4096 / 8), dim3(32, 8)>>>(x, z, 4096, 4096); });
    measure("gather", repeats, only, [&] { gather<<<1056, 256>>>(at, x, z, N); });
    measure("rows", repeats, only, [&] { rows<<<WIDTH / 128, 128>>>(row, z, WIDTH, (int)pointers.size()); });
    measure("matmul_tiled", repeats, only, [&] { matmul_tiled<<<tiles, tile>>>(x, y, z, SIDE); });
    measure("nbody", repeats, only, [&] { nbody<<<BODIES / 256, 256>>>(bodies, forces, BODIES); });
    measure("reduce", repeats, only, [&] { reduce<<<1056, 256>>>(x, z, N); });
    measure("histogram", repeats, only, [&] { histogram<<<1056, 256>>>(bytes, counts, N); });
    measure("scan", repeats, only, [&] { scan<<<N / 256, 256>>>(words, sums); });
    measure("collatz", repeats, only, [&] { collatz<<<(1 << 20) / 256, 256>>>(steps, 1 << 20); });
    measure("spmv", repeats, only, [&] { spmv<<<N / 16 / 256, 256>>>(starts, columns, x, y, z, N / 16); });
    return 0;
}

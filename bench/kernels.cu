/* The kernels that bench/soft_speed.py compares.  kernels.ptx is made of it: nvcc -O3 -arch=sm_75 -ptx kernels.cu */
extern "C" {
__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void matmul(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

__global__ void matmul_tiled(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[16][16], bs[16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        as[y][x] = a[row * n + t + x];
        bs[y][x] = b[(t + y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += as[y][k] * bs[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__global__ void nbody(const float4 *p, float4 *f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = p[i];
    float ax = 0, ay = 0, az = 0;
    for (int k = 0; k < n; k++) {
        float4 o = p[k];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z, d = dx * dx + dy * dy + dz * dz + 1e-4f, v = rsqrtf(d), s = o.w * v * v * v;
        ax += dx * s;
        ay += dy * s;
        az += dz * s;
    }
    f[i] = make_float4(ax, ay, az, 0);
}

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    float v = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        v += in[i];
    s[t] = v;
    __syncthreads();
    for (int k = 128; k; k >>= 1) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (!t)
        out[blockIdx.x] = s[0];
}

__global__ void histogram(const unsigned char *in, unsigned *out, int n)
{
    __shared__ unsigned h[256];
    h[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        atomicAdd(&h[in[i]], 1u);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}

__global__ void scan(const int *in, int *out)
{
    __shared__ int s[2][256];
    int t = threadIdx.x, p = 0;
    s[0][t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int k = 1; k < 256; k <<= 1) {
        s[1 - p][t] = s[p][t] + (t >= k ? s[p][t - k] : 0);
        p = 1 - p;
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = s[p][t];
}

__global__ void collatz(unsigned *steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long v = i + 1;
    unsigned count = 0;
    while (v != 1) {
        v = v & 1 ? 3 * v + 1 : v / 2;
        count++;
    }
    steps[i] = count;
}

__global__ void spmv(const int *row, const int *column, const float *value, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
        sum += value[k] * x[column[k]];
    y[i] = sum;
}
}

/* The same kernels as in kernels.cu, statement by statement. */
kernel void saxpy(int n, float a, global const float *x, global float *y)
{
    int i = get_global_id(0);
    if (i < n)
        y[i] = a * x[i] + y[i];
}

kernel void matmul(global const float *a, global const float *b, global float *c, int n)
{
    int row = get_global_id(1), column = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

kernel void matmul_tiled(global const float *a, global const float *b, global float *c, int n)
{
    local float as[16][16], bs[16][16];
    int x = get_local_id(0), y = get_local_id(1), row = get_global_id(1), column = get_global_id(0);
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        as[y][x] = a[row * n + t + x];
        bs[y][x] = b[(t + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++)
            sum += as[y][k] * bs[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}

kernel void nbody(global const float4 *p, global float4 *f, int n)
{
    int i = get_global_id(0);
    float4 me = p[i];
    float ax = 0, ay = 0, az = 0;
    for (int k = 0; k < n; k++) {
        float4 o = p[k];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z, d = dx * dx + dy * dy + dz * dz + 1e-4f, v = rsqrt(d), s = o.w * v * v * v;
        ax += dx * s;
        ay += dy * s;
        az += dz * s;
    }
    f[i] = (float4)(ax, ay, az, 0);
}

kernel void reduce(global const float *in, global float *out, int n)
{
    local float s[256];
    int t = get_local_id(0);
    float v = 0;
    for (int i = get_group_id(0) * 256 + t; i < n; i += get_num_groups(0) * 256)
        v += in[i];
    s[t] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 128; k; k >>= 1) {
        if (t < k)
            s[t] += s[t + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (!t)
        out[get_group_id(0)] = s[0];
}

kernel void histogram(global const uchar *in, volatile global uint *out, int n)
{
    local uint h[256];
    h[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_group_id(0) * 256 + get_local_id(0); i < n; i += get_num_groups(0) * 256)
        atomic_inc(&h[in[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&out[get_local_id(0)], h[get_local_id(0)]);
}

kernel void scan(global const int *in, global int *out)
{
    local int s[2][256];
    int t = get_local_id(0), p = 0;
    s[0][t] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 1; k < 256; k <<= 1) {
        s[1 - p][t] = s[p][t] + (t >= k ? s[p][t - k] : 0);
        p = 1 - p;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = s[p][t];
}

kernel void collatz(global uint *steps, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    ulong v = i + 1;
    uint count = 0;
    while (v != 1) {
        v = v & 1 ? 3 * v + 1 : v / 2;
        count++;
    }
    steps[i] = count;
}

kernel void spmv(global const int *row, global const int *column, global const float *value, global const float *x, global float *y, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
        sum += value[k] * x[column[k]];
    y[i] = sum;
}

/* Kernels for soft_texture_test.c: one thread, one fetch.  Row i of `at` is x y z layer level and three more numbers. */
#include <cuda_runtime.h>

#define FETCH(name, expr) extern "C" __global__ void name(cudaTextureObject_t t, float4 *out, const float *at, int n) \
{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { const float *c = at + 8 * i; out[i] = expr; } }
#define FETCH_INT(name, expr) extern "C" __global__ void name(cudaTextureObject_t t, int4 *out, const float *at, int n) \
{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { const float *c = at + 8 * i; out[i] = expr; } }

FETCH(tex1, tex1D<float4>(t, c[0]))
FETCH(tex2, tex2D<float4>(t, c[0], c[1]))
FETCH(tex3, tex3D<float4>(t, c[0], c[1], c[2]))
FETCH(tex_a1, tex1DLayered<float4>(t, c[0], (int)c[3]))
FETCH(tex_a2, tex2DLayered<float4>(t, c[0], c[1], (int)c[3]))
FETCH(tex_cube, texCubemap<float4>(t, c[0], c[1], c[2]))
FETCH(tex_acube, texCubemapLayered<float4>(t, c[0], c[1], c[2], (int)c[3]))
FETCH(lod1, tex1DLod<float4>(t, c[0], c[4]))
FETCH(lod2, tex2DLod<float4>(t, c[0], c[1], c[4]))
FETCH(lod3, tex3DLod<float4>(t, c[0], c[1], c[2], c[4]))
FETCH(lod_a2, tex2DLayeredLod<float4>(t, c[0], c[1], (int)c[3], c[4]))
FETCH(lod_cube, texCubemapLod<float4>(t, c[0], c[1], c[2], c[4]))
FETCH(grad2, tex2DGrad<float4>(t, c[0], c[1], make_float2(c[4], c[5]), make_float2(c[6], c[7])))
FETCH(gather_x, tex2Dgather<float4>(t, c[0], c[1], 0))
FETCH(gather_w, tex2Dgather<float4>(t, c[0], c[1], 3))
FETCH(fetch1, tex1Dfetch<float4>(t, (int)c[0]))
FETCH_INT(whole2, tex2D<int4>(t, c[0], c[1]))
FETCH_INT(ifetch1, tex1Dfetch<int4>(t, (int)c[0]))

extern "C" __global__ void resident(cudaTextureObject_t t, float4 *out, const float *at, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool here = false;
    if (i < n) {
        float4 v = tex2D<float4>(t, at[8 * i], at[8 * i + 1], &here);
        v.w = here ? 1.0f : 2.0f;
        out[i] = v;
    }
}

/* The fetched value is the next coordinate: results and sources in the same registers. */
extern "C" __global__ void chase(cudaTextureObject_t t, float4 *out, const float *at, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = at[8 * i], y = at[8 * i + 1];
    for (int k = 0; k < 5; k++) {
        float4 v = tex2D<float4>(t, x, y);
        x = v.x;
        y = v.y;
    }
    out[i] = make_float4(x, y, 0, 0);
}

extern "C" __global__ void query(cudaTextureObject_t t, unsigned *out)
{
    asm volatile("txq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(t));
    asm volatile("txq.height.b32 %0, [%1];" : "=r"(out[1]) : "l"(t));
    asm volatile("txq.depth.b32 %0, [%1];" : "=r"(out[2]) : "l"(t));
    asm volatile("txq.array_size.b32 %0, [%1];" : "=r"(out[3]) : "l"(t));
    asm volatile("txq.num_mipmap_levels.b32 %0, [%1];" : "=r"(out[4]) : "l"(t));
    asm volatile("txq.normalized_coords.b32 %0, [%1];" : "=r"(out[5]) : "l"(t));
    asm volatile("txq.level.width.b32 %0, [%1], %2;" : "=r"(out[6]) : "l"(t), "r"(1));
}

/* Surfaces: every element through memory and back, with each size of element. */
#define COPY(name, type, read, write) extern "C" __global__ void name(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int w, int h, int d) \
{ int x = threadIdx.x + blockIdx.x * blockDim.x, y = blockIdx.y, z = blockIdx.z, s = sizeof(type); \
  if (x < w && y < h && z < d) { type v; read; write; } (void)y; (void)z; }
COPY(surf1_u8, unsigned char, surf1Dread(&v, from, x * s), surf1Dwrite(v, to, x * s))
COPY(surf2_u8, unsigned char, surf2Dread(&v, from, x * s, y), surf2Dwrite(v, to, x * s, y))
COPY(surf2_u16, unsigned short, surf2Dread(&v, from, x * s, y), surf2Dwrite(v, to, x * s, y))
COPY(surf2_i2, int2, surf2Dread(&v, from, x * s, y), surf2Dwrite(v, to, x * s, y))
COPY(surf2_f4, float4, surf2Dread(&v, from, x * s, y), surf2Dwrite(v, to, x * s, y))
COPY(surf2_s4, short4, surf2Dread(&v, from, x * s, y), surf2Dwrite(v, to, x * s, y))
COPY(surf2_ll, long long, surf2Dread(&v, from, x * s, y), surf2Dwrite(v, to, x * s, y))
COPY(surf3_f, float, surf3Dread(&v, from, x * s, y, z), surf3Dwrite(v, to, x * s, y, z))
COPY(surf_a1_f, float, surf1DLayeredread(&v, from, x * s, z), surf1DLayeredwrite(v, to, x * s, z))
COPY(surf_a2_f, float, surf2DLayeredread(&v, from, x * s, y, z), surf2DLayeredwrite(v, to, x * s, y, z))
COPY(surf_cube_f, float, surfCubemapread(&v, from, x * s, y, z), surfCubemapwrite(v, to, x * s, y, z))

extern "C" __global__ void surf_modes(cudaSurfaceObject_t s, float *out)
{
    float v;
    surf2Dread(&v, s, -4, 0, cudaBoundaryModeZero);
    out[0] = v;
    surf2Dread(&v, s, -4, 1, cudaBoundaryModeClamp);
    out[1] = v;
    surf2Dread(&v, s, 4000, 4000, cudaBoundaryModeClamp);
    out[2] = v;
    surf2Dwrite(-5.0f, s, 4000, 2, cudaBoundaryModeClamp);
    surf2Dwrite(-6.0f, s, 4000, 3, cudaBoundaryModeZero);
}

extern "C" __global__ void surf_trap(cudaSurfaceObject_t s)
{
    surf2Dwrite(1.0f, s, 4000, 0, cudaBoundaryModeTrap);
}

extern "C" __global__ void surf_reduce(cudaSurfaceObject_t s)
{
    int x = 0, i = threadIdx.x;
    asm volatile("sured.b.add.2d.u32.clamp [%0, {%1, %2}], %3;" :: "l"(s), "r"(x), "r"(0), "r"(i));
    asm volatile("sured.b.max.2d.s32.clamp [%0, {%1, %2}], %3;" :: "l"(s), "r"(x + 4), "r"(0), "r"(i - 40));
    asm volatile("sured.b.min.2d.u32.clamp [%0, {%1, %2}], %3;" :: "l"(s), "r"(x + 8), "r"(0), "r"(i + 3));
    asm volatile("sured.b.or.2d.b32.clamp [%0, {%1, %2}], %3;" :: "l"(s), "r"(x + 12), "r"(0), "r"(1 << (i & 31)));
}

// link: softdev
/* Textures and surfaces against the formulas of the programming guide, written down here once more
 * in double precision. */
#include <math.h>
#include <stdlib.h>

#include "soft_world.h"

enum { N = 96 };
static CUmodule textures;
static CUdeviceptr coordinates, results;
static float at[N][8], got[N][4];

static void start(void)
{
    static char text[1 << 20];
    const char *end = strstr(__FILE__, "unit/");
    char path[1024];
    snprintf(path, sizeof path, "%.*sptx/textures.ptx", (int)(end ? end - __FILE__ : 0), __FILE__);
    world();
    FILE *in = fopen(path, "rb");
    CHECK(in != NULL);
    if (!in)
        exit(1);
    text[fread(text, 1, sizeof text - 1, in)] = 0;
    fclose(in);
    OK(cuModuleLoadData(&textures, text));
    OK(cuMemAlloc_v2(&coordinates, sizeof at));
    OK(cuMemAlloc_v2(&results, sizeof got));
}

static void finish(void)
{
    OK(cuMemFree_v2(coordinates));
    OK(cuMemFree_v2(results));
    OK(cuModuleUnload(textures));
}

static unsigned seed = 1;
static unsigned next(void) { return (seed = seed * 1664525u + 1013904223u) >> 8; }
/* Never in the middle between two weights, where rounding is free. */
static float pick(float low, float high)
{
    return (low + (high - low) * (float)(next() % 65536) / 65536.0f) * 0.99993f;
}

static void fetch(const char *name, CUtexObject texture)
{
    CUfunction function;
    int n = N;
    void *args[] = { &texture, &results, &coordinates, &n };
    OK(cuMemcpyHtoD_v2(coordinates, at, sizeof at));
    OK(cuModuleGetFunction(&function, textures, name));
    OK(cuLaunchKernel(function, (N + 31) / 32, 1, 1, 32, 1, 1, 0, NULL, args, NULL));
    OK(cuMemcpyDtoH_v2(got, results, sizeof got));
}

/* ---- the reference: one value per texel and channel, by a formula ---- */

struct image {
    int width, height, depth, levels; /* of level 0 */
    CUaddress_mode mode;
    bool normalised, linear, mip_linear;
};

/* Small numbers, so that sums are exact. */
static float texel(int level, int x, int y, int z, int channel)
{
    return (float)((x * 7 + y * 13 + z * 29 + level * 64 + channel * 5) % 61);
}

static int size_at(int size, int level) { return size >> level > 1 ? size >> level : 1; }

static int wrapped(int i, int n, CUaddress_mode mode, bool normalised)
{
    if (i >= 0 && i < n)
        return i;
    if (mode == CU_TR_ADDRESS_MODE_BORDER)
        return -1;
    if (normalised && mode == CU_TR_ADDRESS_MODE_WRAP)
        return ((i % n) + n) % n;
    if (normalised && mode == CU_TR_ADDRESS_MODE_MIRROR) {
        int p = ((i % (2 * n)) + 2 * n) % (2 * n);
        return p < n ? p : 2 * n - 1 - p;
    }
    return i < 0 ? 0 : n - 1;
}

static int share(int a, int b) { return (a * b + 128) / 256; }

/* Weights in 256ths, as hardware has them: the axes in the order z, x, y; of the two parts one is a
 * rounded product, the other the rest. */
static int corner_weight(const int *fraction, int whole, int corner)
{
    int far = share(whole, fraction[2]), slice = corner & 4 ? far : whole - far,
        right = share(slice, fraction[0]);
    int column = corner & 1 ? right : slice - right;
    int lower = corner & 1 ? share(column, fraction[1]) : column - share(column, 256 - fraction[1]);
    return corner & 2 ? lower : column - lower;
}

/* A row in a texture of one dimension is half border where that is the mode. */
static double at_level(const struct image *im, int level, const float *c, int dims, int layer,
                       int channel, int whole)
{
    int sizes[3] = { size_at(im->width, level), size_at(im->height, level),
                     size_at(im->depth, level) },
        base[3], fraction[3] = { 0, 0, 0 };
    double sum = 0;
    for (int k = 0; k < dims; k++) {
        double x = im->normalised ? (double)c[k] * sizes[k] : (double)c[k];
        int fixed = (int)floor(x * 256 + 0.5) - 128;
        base[k] = im->linear ? (int)floor(fixed / 256.0) : (int)floor(x);
        fraction[k] = im->linear ? fixed - 256 * base[k] : 0;
        bool clamps = im->mode != CU_TR_ADDRESS_MODE_BORDER &&
                      (!im->normalised || im->mode == CU_TR_ADDRESS_MODE_CLAMP);
        if (clamps && wrapped(base[k], sizes[k], im->mode, im->normalised) ==
                          wrapped(base[k] + 1, sizes[k], im->mode, im->normalised))
            fraction[k] = 0; /* on the last texel, not between two that are the same */
    }
    bool half = dims == 1 && im->linear && im->mode == CU_TR_ADDRESS_MODE_BORDER;
    for (int corner = 0; corner < 1 << dims; corner++) {
        int index[3] = { 0, 0, 0 },
            weight = corner_weight(fraction, half ? whole / 2 : whole, corner);
        for (int k = 0; k < dims; k++)
            index[k] = wrapped(base[k] + (corner >> k & 1), sizes[k], im->mode, im->normalised);
        bool outside = index[0] < 0 || index[1] < 0 || index[2] < 0;
        sum += weight / 256.0 *
               (outside ? 100.0 + channel
                        : (double)texel(level, index[0], index[1], layer >= 0 ? layer : index[2],
                                        channel));
    }
    return half ? sum + whole / 512.0 * (100.0 + channel) : sum;
}

static double sample(const struct image *im, const float *c, int dims, int layer, double lod,
                     int channel)
{
    lod = lod < 0 ? 0 : lod > im->levels - 1 ? im->levels - 1 : lod;
    if (!im->mip_linear)
        return at_level(im, (int)floor(lod + 0.5), c, dims, layer, channel, 256);
    int low = (int)floor(lod), w = (int)floor((lod - low) * 256);
    double r = at_level(im, low, c, dims, layer, channel, 256 - w);
    return w > 0 ? r + at_level(im, low + 1, c, dims, layer, channel, w) : r;
}

static bool near(double a, double b) { return fabs(a - b) <= 1e-4 * (1 + fabs(b)); }

static void compare(const char *name, const struct image *im, int dims, bool layers, bool lods)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++) {
            int layer = layers ? at[i][3] < 0                 ? 0
                                 : (int)at[i][3] >= im->depth ? im->depth - 1
                                                              : (int)at[i][3]
                               : -1;
            double want = sample(im, at[i], dims, layer, lods ? (double)at[i][4] : 0, k);
            if (!near((double)got[i][k], want))
                fprintf(
                    stderr,
                    "%s mode %d linear %d normalised %d: (%g %g %g) layer %d lod %g channel %d: %g, expected %g\n",
                    name, im->mode, im->linear, im->normalised, (double)at[i][0], (double)at[i][1],
                    (double)at[i][2], layer, (double)at[i][4], k, (double)got[i][k], want);
            CHECK(near((double)got[i][k], want));
        }
}

/* ---- objects ---- */

static void fill_array(CUarray array, int level, int width, int height, int depth)
{
    float *data = malloc(sizeof(float) * 4 * (size_t)(width * height * depth));
    for (int z = 0; z < depth; z++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                for (int k = 0; k < 4; k++)
                    data[((z * height + y) * width + x) * 4 + k] = texel(level, x, y, z, k);
    CUDA_MEMCPY3D copy = { .srcMemoryType = CU_MEMORYTYPE_HOST,
                           .srcHost = data,
                           .srcPitch = (size_t)width * 16,
                           .srcHeight = (size_t)height,
                           .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                           .dstArray = array,
                           .WidthInBytes = (size_t)width * 16,
                           .Height = (size_t)height,
                           .Depth = (size_t)depth };
    OK(cuMemcpy3D_v2(&copy));
    free(data);
}

static CUarray make_array(const struct image *im, unsigned flags)
{
    CUarray array = NULL;
    CUDA_ARRAY3D_DESCRIPTOR desc = { .Width = (size_t)im->width,
                                     .Height = im->height > 1 ? (size_t)im->height : 0,
                                     .Depth = im->depth > 1 ? (size_t)im->depth : 0,
                                     .Format = CU_AD_FORMAT_FLOAT,
                                     .NumChannels = 4,
                                     .Flags = flags };
    OK(cuArray3DCreate_v2(&array, &desc));
    fill_array(array, 0, im->width, im->height, im->depth);
    return array;
}

static CUDA_TEXTURE_DESC description(const struct image *im)
{
    CUDA_TEXTURE_DESC desc = { .addressMode = { im->mode, im->mode, im->mode },
                               .borderColor = { 100, 101, 102, 103 },
                               .maxMipmapLevelClamp = 16 };
    desc.filterMode = im->linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
    desc.mipmapFilterMode = im->mip_linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
    desc.flags = im->normalised ? CU_TRSF_NORMALIZED_COORDINATES : 0;
    return desc;
}

static CUtexObject make_texture(const struct image *im, CUarray array)
{
    CUtexObject object = 0;
    CUDA_TEXTURE_DESC desc = description(im);
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array };
    OK(cuTexObjectCreate(&object, &resource, &desc, NULL));
    return object;
}

static void spread(const struct image *im, int dims)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 8; k++) {
            int size = k == 0 ? im->width : k == 1 ? im->height : im->depth;
            at[i][k] = k < dims ? im->normalised ? pick(-2, 3) : pick(-5, (float)size + 5)
                       : k == 3 ? (float)((int)(next() % 9) - 1)
                       : k == 4 ? pick(-1, (float)im->levels + 1)
                                : 0;
        }
}

static void all_modes(const char *name, int dims, struct image im, unsigned flags)
{
    CUarray array = make_array(&im, flags);
    for (int how = 0; how < 16; how++) {
        im.mode = (CUaddress_mode)(how & 3);
        im.linear = how & 4;
        im.normalised = how & 8;
        CUtexObject object = make_texture(&im, array);
        spread(&im, dims);
        /* the layer above the last and below the first are clamped; the latter is a big number */
        for (int i = 0; i < N && flags; i++)
            at[i][3] = at[i][3] < 0 ? (float)im.depth : at[i][3];
        fetch(name, object);
        compare(name, &im, dims, flags != 0, false);
        OK(cuTexObjectDestroy(object));
    }
    OK(cuArrayDestroy(array));
}

TEST(filter_and_address_modes)
{
    start();
    all_modes("tex1", 1, (struct image){ 11, 1, 1, 1, 0, false, false, false }, 0);
    all_modes("tex2", 2, (struct image){ 11, 6, 1, 1, 0, false, false, false }, 0);
    all_modes("tex3", 3, (struct image){ 5, 7, 4, 1, 0, false, false, false }, 0);
    all_modes("tex_a1", 1, (struct image){ 9, 1, 5, 1, 0, false, false, false },
              CUDA_ARRAY3D_LAYERED);
    all_modes("tex_a2", 2, (struct image){ 9, 4, 5, 1, 0, false, false, false },
              CUDA_ARRAY3D_LAYERED);
    finish();
}

TEST(mipmap_levels)
{
    static const struct {
        const char *kernel;
        int dims;
        struct image im;
        unsigned flags;
    } cases[] = { { "lod1", 1, { 16, 1, 1, 4, CU_TR_ADDRESS_MODE_CLAMP, true, false, false }, 0 },
                  { "lod2", 2, { 16, 8, 1, 4, CU_TR_ADDRESS_MODE_WRAP, true, true, false }, 0 },
                  { "lod2", 2, { 16, 8, 1, 4, CU_TR_ADDRESS_MODE_CLAMP, true, true, true }, 0 },
                  { "lod2", 2, { 16, 8, 1, 4, CU_TR_ADDRESS_MODE_MIRROR, true, false, true }, 0 },
                  { "lod3", 3, { 8, 8, 4, 3, CU_TR_ADDRESS_MODE_CLAMP, true, true, true }, 0 },
                  { "lod_a2",
                    2,
                    { 16, 8, 3, 4, CU_TR_ADDRESS_MODE_BORDER, true, true, true },
                    CUDA_ARRAY3D_LAYERED } };
    start();
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        const struct image *im = &cases[c].im;
        CUmipmappedArray mipmap;
        CUtexObject object;
        CUDA_ARRAY3D_DESCRIPTOR desc = { .Width = (size_t)im->width,
                                         .Height = im->height > 1 ? (size_t)im->height : 0,
                                         .Depth = im->depth > 1 ? (size_t)im->depth : 0,
                                         .Format = CU_AD_FORMAT_FLOAT,
                                         .NumChannels = 4,
                                         .Flags = cases[c].flags };
        OK(cuMipmappedArrayCreate(&mipmap, &desc, (unsigned)im->levels));
        for (int level = 0; level < im->levels; level++) {
            CUarray array;
            OK(cuMipmappedArrayGetLevel(&array, mipmap, (unsigned)level));
            fill_array(array, level, size_at(im->width, level), size_at(im->height, level),
                       cases[c].flags ? im->depth : size_at(im->depth, level));
        }
        CUDA_TEXTURE_DESC texture = description(im);
        CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
                                        .res.mipmap.hMipmappedArray = mipmap };
        OK(cuTexObjectCreate(&object, &resource, &texture, NULL));
        spread(im, cases[c].dims);
        for (int i = 0; i < N; i++)
            at[i][3] = fabsf(at[i][3]);
        fetch(cases[c].kernel, object);
        compare(cases[c].kernel, im, cases[c].dims, cases[c].flags != 0, true);
        OK(cuTexObjectDestroy(object));
        texture.minMipmapLevelClamp = 1;
        texture.maxMipmapLevelClamp = 1;
        OK(cuTexObjectCreate(&object, &resource, &texture, NULL));
        fetch(cases[c].kernel, object);
        for (int i = 0; i < N; i++)
            at[i][4] = 1;
        compare(cases[c].kernel, im, cases[c].dims, cases[c].flags != 0, true);
        OK(cuTexObjectDestroy(object));
        OK(cuMipmappedArrayDestroy(mipmap));
    }
    finish();
}

TEST(gradients_choose_the_level)
{
    struct image im = { 16, 16, 1, 4, CU_TR_ADDRESS_MODE_CLAMP, true, false, true };
    CUmipmappedArray mipmap;
    CUtexObject object;
    CUDA_ARRAY3D_DESCRIPTOR desc = {
        .Width = 16, .Height = 16, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 4
    };
    start();
    OK(cuMipmappedArrayCreate(&mipmap, &desc, 4));
    for (int level = 0; level < 4; level++) {
        CUarray array;
        OK(cuMipmappedArrayGetLevel(&array, mipmap, (unsigned)level));
        fill_array(array, level, 16 >> level, 16 >> level, 1);
    }
    CUDA_TEXTURE_DESC texture = description(&im);
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
                                    .res.mipmap.hMipmappedArray = mipmap };
    OK(cuTexObjectCreate(&object, &resource, &texture, NULL));
    spread(&im, 2);
    static const float steps[] = { 1.0f / 16, 2.0f / 16, 4.0f / 16, 8.0f / 16, 1.0f / 64, 4.0f };
    for (int i = 0; i < N; i++) {
        at[i][4] = i & 1 ? steps[i % 6] : 0;
        at[i][5] = i & 1 ? 0 : steps[i % 6];
        at[i][6] = at[i][7] = 1.0f / 64;
    }
    fetch("grad2", object);
    for (int i = 0; i < N; i++)
        at[i][4] = log2f(16 * steps[i % 6]);
    compare("grad2", &im, 2, false, true);
    OK(cuTexObjectDestroy(object));
    OK(cuMipmappedArrayDestroy(mipmap));
    finish();
}

/* Face and place on it as the table of the programming guide says. */
static int cube_place(const float *v, double *s, double *t)
{
    double x = (double)v[0], y = (double)v[1], z = (double)v[2], ax = fabs(x), ay = fabs(y),
           az = fabs(z), m, sc, tc;
    int face;
    if (ax > ay && ax > az) {
        face = x >= 0 ? 0 : 1;
        m = ax;
        sc = x >= 0 ? -z : z;
        tc = -y;
    } else if (ay > ax && ay > az) {
        face = y >= 0 ? 2 : 3;
        m = ay;
        sc = x;
        tc = y >= 0 ? z : -z;
    } else {
        face = z >= 0 ? 4 : 5;
        m = az;
        sc = z >= 0 ? x : -x;
        tc = -y;
    }
    *s = (sc / m + 1) / 2;
    *t = (tc / m + 1) / 2;
    return face;
}

static void cube_case(const char *name, int cubes, bool linear, int levels)
{
    enum { SIZE = 8 };
    struct image im = {
        SIZE, SIZE, 6 * cubes, levels, CU_TR_ADDRESS_MODE_CLAMP, true, linear, false
    };
    CUarray array = make_array(&im, CUDA_ARRAY3D_CUBEMAP | (cubes > 1 ? CUDA_ARRAY3D_LAYERED : 0));
    CUtexObject object = make_texture(&im, array);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 3; k++)
            at[i][k] = pick(-1, 1);
        at[i][i % 3] = i / 3 % 2 ? pick(1.25f, 3) : -pick(1.25f, 3);
        at[i][3] = (float)(next() % 3);
        at[i][4] = 0;
    }
    fetch(name, object);
    for (int i = 0; i < N; i++) {
        double s, t;
        int cube = cubes > 1 ? (int)at[i][3] < cubes ? (int)at[i][3] : cubes - 1 : 0;
        int layer = cube_place(at[i], &s, &t) + 6 * cube;
        float place[3] = { (float)s, (float)t, 0 };
        for (int k = 0; k < 4; k++)
            CHECK(near((double)got[i][k], at_level(&im, 0, place, 2, layer, k, 256)));
    }
    OK(cuTexObjectDestroy(object));
    OK(cuArrayDestroy(array));
}

TEST(cube_faces)
{
    start();
    cube_case("tex_cube", 1, false, 1);
    cube_case("tex_cube", 1, true, 1);
    cube_case("tex_acube", 2, true, 1);
    cube_case("lod_cube", 1, true, 1);
    finish();
}

/* Measured on an H200: an object outlives its array, and is described as one of no array then. */
TEST(description_after_the_array)
{
    struct image im = { 8, 8, 1, 1, CU_TR_ADDRESS_MODE_CLAMP, false, false, false };
    start();
    CUarray array = make_array(&im, 0);
    CUtexObject object = make_texture(&im, array);
    CUDA_RESOURCE_DESC resource;
    OK(cuTexObjectGetResourceDesc(&resource, object));
    CHECK(resource.res.array.hArray == array);
    OK(cuArrayDestroy(array));
    OK(cuTexObjectGetResourceDesc(&resource, object));
    CHECK(resource.resType == CU_RESOURCE_TYPE_ARRAY && !resource.res.array.hArray);
    OK(cuTexObjectDestroy(object));
    finish();
}

/* Across the edge between +x and +z a seamless cube blends the two faces; at the edge itself both
 * weigh the same. */
TEST(seamless_cube_edge)
{
    struct image im = { 8, 8, 6, 1, CU_TR_ADDRESS_MODE_CLAMP, true, true, false };
    start();
    CUarray array = make_array(&im, CUDA_ARRAY3D_CUBEMAP);
    CUDA_TEXTURE_DESC desc = description(&im);
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array };
    CUtexObject object;
    desc.flags |= CU_TRSF_SEAMLESS_CUBEMAP;
    OK(cuTexObjectCreate(&object, &resource, &desc, NULL));
    memset(at, 0, sizeof at);
    for (int i = 0; i < N; i++) { /* row j of both faces: t = (j + 0.5) / 8, so y = 1 - 2 t */
        at[i][0] = 1;
        at[i][1] = 1 - (float)(2 * (i % 8) + 1) / 8;
        at[i][2] = 1;
    }
    fetch("tex_cube", object);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++) /* +x: left column (s = -z), +z: right column (s = x) */
            CHECK(near((double)got[i][k],
                       (double)(texel(0, 0, i % 8, 0, k) + texel(0, 7, i % 8, 4, k)) / 2));
    OK(cuTexObjectDestroy(object));
    OK(cuArrayDestroy(array));
    finish();
}

TEST(gather_of_one_component)
{
    struct image im = { 10, 9, 1, 1, CU_TR_ADDRESS_MODE_CLAMP, false, false, false };
    start();
    CUarray array = make_array(&im, CUDA_ARRAY3D_TEXTURE_GATHER);
    CUtexObject object = make_texture(&im, array);
    for (int c = 0; c < 2; c++) {
        spread(&im, 2);
        fetch(c ? "gather_w" : "gather_x", object);
        for (int i = 0; i < N; i++) {
            int x = (int)floorf(at[i][0] - 0.5f), y = (int)floorf(at[i][1] - 0.5f);
            static const int dx[] = { 0, 1, 1, 0 }, dy[] = { 1, 1, 0, 0 };
            for (int k = 0; k < 4; k++)
                CHECK(got[i][k] == texel(0, wrapped(x + dx[k], 10, im.mode, false),
                                         wrapped(y + dy[k], 9, im.mode, false), 0, 3 * c));
        }
    }
    fetch("resident", object);
    for (int i = 0; i < N; i++)
        CHECK(got[i][3] == 1.0f);
    OK(cuTexObjectDestroy(object));
    OK(cuArrayDestroy(array));
    finish();
}

TEST(results_in_the_registers_of_the_coordinates)
{
    struct image im = { 61, 64, 1, 1, CU_TR_ADDRESS_MODE_CLAMP, false, false, false };
    start();
    CUarray array = make_array(&im, 0);
    CUtexObject object = make_texture(&im, array);
    spread(&im, 2);
    fetch("chase", object);
    for (int i = 0; i < N; i++) {
        float x = at[i][0], y = at[i][1];
        for (int k = 0; k < 5; k++) {
            int ix = wrapped((int)floorf(x), 61, im.mode, false),
                iy = wrapped((int)floorf(y), 64, im.mode, false);
            x = texel(0, ix, iy, 0, 0);
            y = texel(0, ix, iy, 0, 1);
        }
        CHECK(got[i][0] == x && got[i][1] == y);
    }
    OK(cuTexObjectDestroy(object));
    OK(cuArrayDestroy(array));
    finish();
}

/* ---- formats ---- */

static CUtexObject format_texture(CUarray *array, CUarray_format format, unsigned channels,
                                  const void *row, size_t bytes, unsigned flags,
                                  const CUDA_RESOURCE_VIEW_DESC *view)
{
    CUtexObject object = 0;
    CUDA_ARRAY_DESCRIPTOR desc = {
        .Width = 4, .Height = 1, .Format = format, .NumChannels = channels
    };
    OK(cuArrayCreate_v2(array, &desc));
    OK(cuMemcpyHtoA_v2(*array, 0, row, bytes));
    CUDA_TEXTURE_DESC texture = { .addressMode = { CU_TR_ADDRESS_MODE_CLAMP,
                                                   CU_TR_ADDRESS_MODE_CLAMP,
                                                   CU_TR_ADDRESS_MODE_CLAMP },
                                  .flags = flags };
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = *array };
    OK(cuTexObjectCreate(&object, &resource, &texture, view));
    memset(at, 0, sizeof at);
    for (int i = 0; i < N; i++)
        at[i][0] = (float)(i % 4);
    return object;
}

static void drop(CUtexObject object, CUarray array)
{
    OK(cuTexObjectDestroy(object));
    OK(cuArrayDestroy(array));
}

TEST(normalised_integers_and_halves)
{
    static const unsigned char u8[] = { 0, 1, 128, 255 };
    static const signed char s8[] = { -128, -127, 0, 127 };
    static const unsigned short u16[] = { 0, 1, 32768, 65535 },
                                half[] = { 0x3c00, 0xc100, 0x0001, 0x7bff };
    static const short s16[] = { -32768, -32767, 1, 32767 };
    static const float want[5][4] = { { 0, 1 / 255.0f, 128 / 255.0f, 1 },
                                      { -1, -1, 0, 1 },
                                      { 0, 1 / 65535.0f, 32768 / 65535.0f, 1 },
                                      { -1, -1, 1 / 32767.0f, 1 },
                                      { 1, -2.5f, 5.9604645e-8f, 65504 } };
    static const struct {
        CUarray_format format;
        const void *data;
        size_t bytes;
    } formats[] = { { CU_AD_FORMAT_UNSIGNED_INT8, u8, 4 },
                    { CU_AD_FORMAT_SIGNED_INT8, s8, 4 },
                    { CU_AD_FORMAT_UNSIGNED_INT16, u16, 8 },
                    { CU_AD_FORMAT_SIGNED_INT16, s16, 8 },
                    { CU_AD_FORMAT_HALF, half, 8 } };
    start();
    for (int f = 0; f < 5; f++) {
        CUarray array;
        CUtexObject object = format_texture(&array, formats[f].format, 1, formats[f].data,
                                            formats[f].bytes, 0, NULL);
        fetch("tex2", object);
        for (int i = 0; i < N; i++)
            CHECK(got[i][0] == want[f][i % 4] && got[i][1] == 0 && got[i][2] == 0 &&
                  got[i][3] == 1);
        drop(object, array);
    }
    finish();
}

/* Of a positive number. */
static double of_half(unsigned bits)
{
    unsigned exponent = bits >> 10 & 31;
    return ldexp((bits & 1023) + (exponent ? 1024.0 : 0.0), (exponent ? (int)exponent : 1) - 25);
}

/* Results of 16 bits are those of 32, rounded to nearest, four or in two pairs. */
TEST(halves_as_results)
{
    static const char text[] =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 a, .param .u64 b)\n{\n"
        ".reg .b64 t, p, d; .reg .f32 x, y, f<4>; .reg .b16 h<4>; .reg .b32 r<4>;\n"
        "ld.param.u64 t, [a]; ld.param.u64 p, [b]; mov.u32 r0, %tid.x;\n"
        "mul.wide.u32 d, r0, 32; add.u64 p, p, d; cvt.rn.f32.u32 x, r0;\n"
        "add.f32 x, x, 0f3E99999A; mul.f32 x, x, 0f3CF5C28F; mul.f32 y, x, 0f3F000000;\n"
        "tex.2d.v4.f32.f32 {f0, f1, f2, f3}, [t, {x, y}]; st.global.v4.f32 [p], {f0, f1, f2, f3};\n"
        "tex.2d.v4.f16.f32 {h0, h1, h2, h3}, [t, {x, y}];\n"
        "st.global.v4.b16 [p+16], {h0, h1, h2, h3};\n"
        "tex.2d.v2.f16x2.f32 {r1, r2}, [t, {x, y}]; st.global.v2.b32 [p+24], {r1, r2}; ret;\n}\n";
    struct image im = { 16, 8, 1, 4, CU_TR_ADDRESS_MODE_CLAMP, true, false, false };
    struct {
        float whole[4];
        unsigned short half[4], pair[4];
    } have[32];
    CUmodule module;
    CUfunction function;
    start();
    CUarray array = make_array(&im, 0);
    CUtexObject object = make_texture(&im, array);
    CUdeviceptr memory;
    OK(cuMemAlloc_v2(&memory, sizeof have));
    void *args[] = { &object, &memory };
    OK(cuModuleLoadData(&module, text));
    OK(cuModuleGetFunction(&function, module, "k"));
    OK(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, args, NULL));
    OK(cuMemcpyDtoH_v2(have, memory, sizeof have));
    for (int i = 0; i < 32; i++)
        for (int k = 0; k < 4; k++) {
            double whole = (double)have[i].whole[k], error = fabs(of_half(have[i].half[k]) - whole);
            CHECK(error <= fabs(of_half(have[i].half[k] + 1u) - whole));
            CHECK(error <= fabs(of_half(have[i].half[k] - 1u) - whole));
            CHECK_INT(have[i].pair[k], have[i].half[k]);
        }
    CHECK(have[3].whole[0] != have[20].whole[0]);
    OK(cuModuleUnload(module));
    OK(cuMemFree_v2(memory));
    drop(object, array);
    finish();
}

TEST(integers_as_they_are)
{
    static const signed char s8[] = { -128, -1, 0, 127 };
    static const unsigned u32[] = { 0, 5, 0x80000000u, 0xffffffffu };
    CUarray array;
    int whole[N][4];
    start();
    CUtexObject object =
        format_texture(&array, CU_AD_FORMAT_SIGNED_INT8, 1, s8, 4, CU_TRSF_READ_AS_INTEGER, NULL);
    fetch("whole2", object);
    memcpy(whole, got, sizeof whole);
    for (int i = 0; i < N; i++)
        CHECK(whole[i][0] == s8[i % 4]);
    drop(object, array);
    object = format_texture(&array, CU_AD_FORMAT_UNSIGNED_INT32, 1, u32, 16, 0, NULL);
    fetch("whole2", object);
    memcpy(whole, got, sizeof whole);
    for (int i = 0; i < N; i++)
        CHECK((unsigned)whole[i][0] == u32[i % 4]);
    drop(object, array);
    finish();
}

TEST(srgb_and_views)
{
    static const unsigned char rgba[] = { 0,  10, 100, 255, 255, 200, 50, 128,
                                          11, 12, 13,  14,  1,   2,   3,  4 };
    CUarray array;
    start();
    CUtexObject object =
        format_texture(&array, CU_AD_FORMAT_UNSIGNED_INT8, 4, rgba, 16, CU_TRSF_SRGB, NULL);
    fetch("tex2", object);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++) {
            double c = rgba[i % 4 * 4 + k] / 255.0;
            double want = k == 3 ? c : c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
            /* the hardware's table is coarse */
            CHECK(fabs((double)got[i][k] - want) <= (k == 3 ? 1e-6 : want / 100));
        }
    drop(object, array);
    CUDA_RESOURCE_VIEW_DESC view = { .format = CU_RES_VIEW_FORMAT_UINT_2X16,
                                     .width = 4,
                                     .height = 1 };
    object = format_texture(&array, CU_AD_FORMAT_UNSIGNED_INT8, 4, rgba, 16, 0, &view);
    fetch("tex2", object);
    for (int i = 0; i < N; i++) {
        const unsigned char *p = &rgba[i % 4 * 4];
        CHECK(got[i][0] == (float)(p[0] | p[1] << 8) / 65535.0f &&
              got[i][1] == (float)(p[2] | p[3] << 8) / 65535.0f && got[i][2] == 0);
    }
    drop(object, array);
    finish();
}

TEST(linear_and_pitched_memory)
{
    enum { COUNT = 50, PITCH = 512 };
    static float line[COUNT * 4];
    CUdeviceptr memory;
    CUtexObject object;
    start();
    OK(cuMemAlloc_v2(&memory, PITCH * 8));
    for (int i = 0; i < COUNT * 4; i++)
        line[i] = (float)(i * 3 % 101);
    OK(cuMemcpyHtoD_v2(memory, line, sizeof line));
    CUDA_TEXTURE_DESC texture = { .addressMode = { CU_TR_ADDRESS_MODE_CLAMP,
                                                   CU_TR_ADDRESS_MODE_CLAMP,
                                                   CU_TR_ADDRESS_MODE_CLAMP } };
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_LINEAR };
    resource.res.linear.devPtr = memory;
    resource.res.linear.format = CU_AD_FORMAT_FLOAT;
    resource.res.linear.numChannels = 4;
    resource.res.linear.sizeInBytes = sizeof line;
    OK(cuTexObjectCreate(&object, &resource, &texture, NULL));
    for (int i = 0; i < N; i++)
        at[i][0] = (float)(i - 10);
    fetch("fetch1", object);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++)
            CHECK(got[i][k] == (i - 10 >= 0 && i - 10 < COUNT ? line[(i - 10) * 4 + k] : 0));
    OK(cuTexObjectDestroy(object));
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 16; x++) {
            float v[2] = { texel(0, x, y, 0, 0), texel(0, x, y, 0, 1) };
            OK(cuMemcpyHtoD_v2(memory + (size_t)(y * PITCH + x * 8), v, sizeof v));
        }
    memset(&resource, 0, sizeof resource);
    resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.format = CU_AD_FORMAT_FLOAT;
    resource.res.pitch2D.numChannels = 2;
    resource.res.pitch2D.width = 16;
    resource.res.pitch2D.height = 8;
    resource.res.pitch2D.pitchInBytes = PITCH;
    texture.filterMode = CU_TR_FILTER_MODE_LINEAR;
    OK(cuTexObjectCreate(&object, &resource, &texture, NULL));
    struct image im = { 16, 8, 1, 1, CU_TR_ADDRESS_MODE_CLAMP, false, true, false };
    spread(&im, 2);
    fetch("tex2", object);
    for (int i = 0; i < N; i++) {
        CHECK(near((double)got[i][0], at_level(&im, 0, at[i], 2, -1, 0, 256)) &&
              near((double)got[i][1], at_level(&im, 0, at[i], 2, -1, 1, 256)));
        CHECK(got[i][2] == 0 && got[i][3] == 1);
    }
    OK(cuTexObjectDestroy(object));
    OK(cuMemFree_v2(memory));
    finish();
}

TEST(properties)
{
    struct image im = { 16, 8, 3, 1, CU_TR_ADDRESS_MODE_CLAMP, true, false, false };
    CUfunction function;
    unsigned have[7];
    start();
    CUarray array = make_array(&im, CUDA_ARRAY3D_LAYERED);
    CUtexObject object = make_texture(&im, array);
    void *args[] = { &object, &results };
    OK(cuModuleGetFunction(&function, textures, "query"));
    OK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
    OK(cuMemcpyDtoH_v2(have, results, sizeof have));
    CHECK_INT(have[0], 16);
    CHECK_INT(have[1], 8);
    CHECK_INT(have[2], 0);
    CHECK_INT(have[3], 3);
    CHECK_INT(have[4], 1);
    CHECK_INT(have[5], 1);
    drop(object, array);
    finish();
}

/* ---- surfaces ---- */

static CUsurfObject make_surface(CUarray array)
{
    CUsurfObject object = 0;
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array };
    OK(cuSurfObjectCreate(&object, &resource));
    return object;
}

static void copy_3d(CUarray array, void *data, size_t row, size_t rows, size_t layers, bool back)
{
    CUDA_MEMCPY3D copy = { .WidthInBytes = row, .Height = rows, .Depth = layers };
    if (back) {
        copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
        copy.srcArray = array;
        copy.dstMemoryType = CU_MEMORYTYPE_HOST;
        copy.dstHost = data;
        copy.dstPitch = row;
        copy.dstHeight = rows;
    } else {
        copy.srcMemoryType = CU_MEMORYTYPE_HOST;
        copy.srcHost = data;
        copy.srcPitch = row;
        copy.srcHeight = rows;
        copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
        copy.dstArray = array;
    }
    OK(cuMemcpy3D_v2(&copy));
}

TEST(surfaces_of_all_shapes)
{
    static const struct {
        const char *kernel;
        unsigned element, w, h, d, flags, channels;
        CUarray_format format;
    } cases[] = { { "surf1_u8", 1, 64, 0, 0, 0, 1, CU_AD_FORMAT_UNSIGNED_INT8 },
                  { "surf2_u8", 1, 37, 5, 0, 0, 1, CU_AD_FORMAT_UNSIGNED_INT8 },
                  { "surf2_u16", 2, 37, 5, 0, 0, 1, CU_AD_FORMAT_UNSIGNED_INT16 },
                  { "surf2_i2", 8, 37, 5, 0, 0, 2, CU_AD_FORMAT_SIGNED_INT32 },
                  { "surf2_f4", 16, 37, 5, 0, 0, 4, CU_AD_FORMAT_FLOAT },
                  { "surf2_s4", 8, 37, 5, 0, 0, 4, CU_AD_FORMAT_SIGNED_INT16 },
                  { "surf2_ll", 8, 37, 5, 0, 0, 2, CU_AD_FORMAT_UNSIGNED_INT32 },
                  { "surf3_f", 4, 7, 5, 3, 0, 1, CU_AD_FORMAT_FLOAT },
                  { "surf_a1_f", 4, 33, 0, 4, CUDA_ARRAY3D_LAYERED, 1, CU_AD_FORMAT_FLOAT },
                  { "surf_a2_f", 4, 9, 6, 4, CUDA_ARRAY3D_LAYERED, 1, CU_AD_FORMAT_FLOAT },
                  { "surf_cube_f", 4, 8, 8, 6, CUDA_ARRAY3D_CUBEMAP, 1, CU_AD_FORMAT_FLOAT } };
    start();
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        CUarray from, to;
        CUfunction function;
        unsigned h = cases[c].h ? cases[c].h : 1, d = cases[c].d ? cases[c].d : 1;
        size_t row = cases[c].w * cases[c].element, bytes = row * h * d;
        CUDA_ARRAY3D_DESCRIPTOR desc = { .Width = cases[c].w,
                                         .Height = cases[c].h,
                                         .Depth = cases[c].d,
                                         .Format = cases[c].format,
                                         .NumChannels = cases[c].channels,
                                         .Flags = cases[c].flags | CUDA_ARRAY3D_SURFACE_LDST };
        OK(cuArray3DCreate_v2(&from, &desc));
        OK(cuArray3DCreate_v2(&to, &desc));
        unsigned char *data = malloc(bytes), *back = calloc(1, bytes);
        for (size_t i = 0; i < bytes; i++)
            data[i] = (unsigned char)next();
        copy_3d(from, data, row, h, d, false);
        CUsurfObject a = make_surface(from), b = make_surface(to);
        int w = (int)cases[c].w, ih = (int)h, id = (int)d;
        void *args[] = { &a, &b, &w, &ih, &id };
        OK(cuModuleGetFunction(&function, textures, cases[c].kernel));
        OK(cuLaunchKernel(function, 2, h, d, 32, 1, 1, 0, NULL, args, NULL));
        OK(cuCtxSynchronize());
        copy_3d(to, back, row, h, d, true);
        CHECK(!memcmp(data, back, bytes));
        OK(cuSurfObjectDestroy(a));
        OK(cuSurfObjectDestroy(b));
        OK(cuArrayDestroy(from));
        OK(cuArrayDestroy(to));
        free(data);
        free(back);
    }
    finish();
}

static CUsurfObject square(CUarray *array, CUarray_format format, float *data)
{
    CUDA_ARRAY_DESCRIPTOR desc = { .Width = 8, .Height = 8, .Format = format, .NumChannels = 1 };
    OK(cuArrayCreate_v2(array, &desc));
    copy_3d(*array, data, 32, 8, 1, false);
    return make_surface(*array);
}

static void run_kernel(const char *name, unsigned threads, void **args)
{
    CUfunction function;
    OK(cuModuleGetFunction(&function, textures, name));
    OK(cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, NULL, args, NULL));
}

TEST(surface_boundary_modes_and_reductions)
{
    CUarray array;
    float data[64], have[64];
    unsigned words[64];
    start();
    for (int i = 0; i < 64; i++)
        data[i] = (float)(i + 1);
    CUsurfObject object = square(&array, CU_AD_FORMAT_FLOAT, data);
    run_kernel("surf_modes", 1, (void *[]){ &object, &results });
    OK(cuMemcpyDtoH_v2(have, results, 12));
    CHECK(have[0] == 0 && have[1] == 9 && have[2] == 64);
    copy_3d(array, have, 32, 8, 1, true);
    /* clamped to the last element of row 2; the one in mode zero is dropped */
    data[23] = -5;
    CHECK(!memcmp(have, data, sizeof data));
    OK(cuSurfObjectDestroy(object));
    OK(cuArrayDestroy(array));
    memset(data, 0, sizeof data);
    ((unsigned *)(void *)data)[1] = (unsigned)-100;
    ((unsigned *)(void *)data)[2] = 77;
    object = square(&array, CU_AD_FORMAT_UNSIGNED_INT32, data);
    run_kernel("surf_reduce", 64, (void *[]){ &object });
    OK(cuCtxSynchronize());
    copy_3d(array, words, 32, 8, 1, true);
    CHECK_INT(words[0], 63 * 64 / 2);
    CHECK_INT((int)words[1], 23);
    CHECK_INT(words[2], 3);
    CHECK_INT(words[3], 0xffffffffu);
    OK(cuSurfObjectDestroy(object));
    OK(cuArrayDestroy(array));
    finish();
}

/* What an H200 left of these words. */
TEST(formatted_stores)
{
    enum { TEXELS = 8 };
    static const uint32_t words[TEXELS][4] = {
        { 0, 1, 127, 128 },
        { 255, 256, 0xffffffff, 0xffffff80 },
        { 0xffffff7f, 0x80000000, 0x7fffffff, 0x12345678 },
        { 32767, 32768, 65535, 65536 },
        { 0x3f800000, 0xbf800000, 0x3f000000, 0x3f7f0000 },
        { 0x7f800000, 0xff800000, 0x7fc00000, 0xffffffff },
        { 0x477fe000, 0x477ff000, 0x33800000, 0x33000001 },
        { 0x3b000000, 0x3b808081, 0x40000000, 0x3effffff },
    };
    static const struct {
        CUarray_format format;
        unsigned channels, size;
        const char *bytes;
    } cases[] = {
        { CU_AD_FORMAT_UNSIGNED_INT8, 4, 4,
          "00017f80ffffffffffffffffffffffffffffffffffffffffffffffffffffffff" },
        { CU_AD_FORMAT_SIGNED_INT8, 4, 4,
          "00017f7f7f7fff8080807f7f7f7f7f7f7f807f7f7f807fff7f7f7f7f7f7f7f7f" },
        { CU_AD_FORMAT_UNSIGNED_INT16, 4, 8,
          "000001007f008000ff000001ffffffffffffffffffffffffff7f0080ffffffff"
          "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff" },
        { CU_AD_FORMAT_SIGNED_INT16, 2, 4,
          "00000100ff0000017fff0080ff7fff7fff7f0080ff7f0080ff7fff7fff7fff7f" },
        { CU_AD_FORMAT_HALF, 4, 8,
          "000000000000000000000000ffffffffffff0080ff7f00000000000000000000"
          "003c00bc0038f83b007c00fc007effffff7bff7b010000000018041c0040ff37" },
        { CU_AD_FORMAT_FLOAT, 2, 8,
          "0000000001000000ff000000000100007fffffff00000080ff7f000000800000"
          "0000803f000080bf0000807f000080ff00e07f4700f07f470000003b8180803b" },
    };
    static const char text[] =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 a, .param .u64 b)\n{\n"
        ".reg .b64 s, p, d; .reg .b32 x, r<4>;\n"
        "ld.param.u64 s, [a]; ld.param.u64 p, [b]; mov.u32 x, %tid.x;\n"
        "mul.wide.u32 d, x, 16; add.u64 p, p, d; ld.global.v4.u32 {r0, r1, r2, r3}, [p];\n"
        "sust.p.2d.v4.b32.trap [s, {x, 0}], {r0, r1, r2, r3};\n"
        "sust.p.2d.b32.zero [s, {x, 1}], r0;\n"
        "sust.p.2d.b32.zero [s, {x, 2}], r0; ret;\n}\n";
    CUmodule module;
    CUfunction function;
    start();
    OK(cuModuleLoadData(&module, text));
    OK(cuModuleGetFunction(&function, module, "k"));
    OK(cuMemcpyHtoD_v2(results, words, sizeof words));
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        unsigned char have[2 * TEXELS * 8];
        CUarray array = NULL;
        CUDA_ARRAY3D_DESCRIPTOR desc = { .Width = TEXELS,
                                         .Height = 2,
                                         .Format = cases[c].format,
                                         .NumChannels = cases[c].channels,
                                         .Flags = CUDA_ARRAY3D_SURFACE_LDST };
        unsigned row = TEXELS * cases[c].size, channel = cases[c].size / cases[c].channels;
        OK(cuArray3DCreate_v2(&array, &desc));
        CUsurfObject object = make_surface(array);
        void *args[] = { &object, &results };
        memset(have, 0xee, sizeof have);
        copy_3d(array, have, row, 2, 1, false);
        OK(cuLaunchKernel(function, 1, 1, 1, TEXELS, 1, 1, 0, NULL, args, NULL));
        copy_3d(array, have, row, 2, 1, true);
        for (unsigned k = 0; k < row; k++) {
            unsigned byte;
            CHECK_INT(sscanf(cases[c].bytes + 2 * k, "%2x", &byte), 1);
            CHECK_INT(have[k], byte);
            CHECK_INT(have[row + k], k % cases[c].size < channel ? byte : 0);
        }
        OK(cuSurfObjectDestroy(object));
        OK(cuArrayDestroy(array));
    }
    OK(cuModuleUnload(module));
    finish();
}

TEST(surface_trap)
{
    CUarray array;
    float data[64] = { 0 };
    start();
    CUsurfObject object = square(&array, CU_AD_FORMAT_FLOAT, data);
    run_kernel("surf_trap", 1, (void *[]){ &object });
    CHECK(cuCtxSynchronize() != 0);
}

/* Arrays and mipmapped arrays: formats, creation, what an array is made of. */
#include "softrt/softrt.h"

struct format {
    CUarray_format format;
    int bits;
    enum cudaChannelFormatKind kind;
};

static const struct format plain[] = {
    { CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned },
    { CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned },
    { CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned },
    { CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned },
    { CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned },
    { CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned },
    { CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat },
    { CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat },
};

/* Formats whose kind alone says all: normalised integers and block compression.  [channels], [bits]
 * per channel. */
struct special {
    enum cudaChannelFormatKind kind;
    CUarray_format format;
    int channels, bits;
};

static const struct special special[] = {
    { cudaChannelFormatKindUnsignedNormalized8X1, CU_AD_FORMAT_UNORM_INT8X1, 1, 8 },
    { cudaChannelFormatKindUnsignedNormalized8X2, CU_AD_FORMAT_UNORM_INT8X2, 2, 8 },
    { cudaChannelFormatKindUnsignedNormalized8X4, CU_AD_FORMAT_UNORM_INT8X4, 4, 8 },
    { cudaChannelFormatKindUnsignedNormalized16X1, CU_AD_FORMAT_UNORM_INT16X1, 1, 16 },
    { cudaChannelFormatKindUnsignedNormalized16X2, CU_AD_FORMAT_UNORM_INT16X2, 2, 16 },
    { cudaChannelFormatKindUnsignedNormalized16X4, CU_AD_FORMAT_UNORM_INT16X4, 4, 16 },
    { cudaChannelFormatKindSignedNormalized8X1, CU_AD_FORMAT_SNORM_INT8X1, 1, 8 },
    { cudaChannelFormatKindSignedNormalized8X2, CU_AD_FORMAT_SNORM_INT8X2, 2, 8 },
    { cudaChannelFormatKindSignedNormalized8X4, CU_AD_FORMAT_SNORM_INT8X4, 4, 8 },
    { cudaChannelFormatKindSignedNormalized16X1, CU_AD_FORMAT_SNORM_INT16X1, 1, 16 },
    { cudaChannelFormatKindSignedNormalized16X2, CU_AD_FORMAT_SNORM_INT16X2, 2, 16 },
    { cudaChannelFormatKindSignedNormalized16X4, CU_AD_FORMAT_SNORM_INT16X4, 4, 16 },
    { cudaChannelFormatKindUnsignedBlockCompressed1, CU_AD_FORMAT_BC1_UNORM, 4, 8 },
    { cudaChannelFormatKindUnsignedBlockCompressed1SRGB, CU_AD_FORMAT_BC1_UNORM_SRGB, 4, 8 },
    { cudaChannelFormatKindUnsignedBlockCompressed2, CU_AD_FORMAT_BC2_UNORM, 4, 8 },
    { cudaChannelFormatKindUnsignedBlockCompressed2SRGB, CU_AD_FORMAT_BC2_UNORM_SRGB, 4, 8 },
    { cudaChannelFormatKindUnsignedBlockCompressed3, CU_AD_FORMAT_BC3_UNORM, 4, 8 },
    { cudaChannelFormatKindUnsignedBlockCompressed3SRGB, CU_AD_FORMAT_BC3_UNORM_SRGB, 4, 8 },
    { cudaChannelFormatKindUnsignedBlockCompressed4, CU_AD_FORMAT_BC4_UNORM, 1, 8 },
    { cudaChannelFormatKindSignedBlockCompressed4, CU_AD_FORMAT_BC4_SNORM, 1, 8 },
    { cudaChannelFormatKindUnsignedBlockCompressed5, CU_AD_FORMAT_BC5_UNORM, 2, 8 },
    { cudaChannelFormatKindSignedBlockCompressed5, CU_AD_FORMAT_BC5_SNORM, 2, 8 },
    { cudaChannelFormatKindUnsignedBlockCompressed6H, CU_AD_FORMAT_BC6H_UF16, 3, 16 },
    { cudaChannelFormatKindSignedBlockCompressed6H, CU_AD_FORMAT_BC6H_SF16, 3, 16 },
    { cudaChannelFormatKindUnsignedBlockCompressed7, CU_AD_FORMAT_BC7_UNORM, 4, 8 },
    { cudaChannelFormatKindUnsignedBlockCompressed7SRGB, CU_AD_FORMAT_BC7_UNORM_SRGB, 4, 8 },
    { cudaChannelFormatKindNV12, CU_AD_FORMAT_NV12, 3, 8 },
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

int iq_rt_format(const struct cudaChannelFormatDesc *desc, CUarray_format *format,
                 unsigned *channels)
{
    int bits[4] = { desc->x, desc->y, desc->z, desc->w };
    unsigned count = 0;

    for (size_t i = 0; i < COUNT(special); i++)
        if (special[i].kind == desc->f) {
            *format = special[i].format;
            *channels = (unsigned)special[i].channels;
            return 0;
        }
    while (count < 4 && bits[count] != 0)
        count++;
    for (unsigned i = count; i < 4; i++)
        if (bits[i] != 0)
            return cudaErrorInvalidChannelDescriptor;
    for (unsigned i = 1; i < count; i++)
        if (bits[i] != bits[0])
            return cudaErrorInvalidChannelDescriptor;
    if (count == 0 || count == 3)
        return cudaErrorInvalidChannelDescriptor;
    for (size_t i = 0; i < COUNT(plain); i++)
        if (plain[i].kind == desc->f && plain[i].bits == bits[0]) {
            *format = plain[i].format;
            *channels = count;
            return 0;
        }
    return cudaErrorInvalidChannelDescriptor;
}

void iq_rt_channel_desc(CUarray_format format, unsigned channels,
                        struct cudaChannelFormatDesc *desc)
{
    int bits = 0, count = (int)channels;

    desc->f = cudaChannelFormatKindNone;
    for (size_t i = 0; i < COUNT(plain); i++)
        if (plain[i].format == format) {
            bits = plain[i].bits;
            desc->f = plain[i].kind;
        }
    for (size_t i = 0; i < COUNT(special); i++)
        if (special[i].format == format) {
            bits = special[i].bits;
            count = special[i].channels;
            desc->f = special[i].kind;
        }
    desc->x = bits;
    desc->y = count > 1 ? bits : 0;
    desc->z = count > 2 ? bits : 0;
    desc->w = count > 3 ? bits : 0;
}

size_t iq_rt_format_bytes(CUarray_format format, unsigned channels)
{
    struct cudaChannelFormatDesc desc;

    iq_rt_channel_desc(format, channels, &desc);
    return (size_t)(desc.x + desc.y + desc.z + desc.w) / 8;
}

int iq_rt_array_element(cudaArray_const_t array, size_t *bytes)
{
    CUDA_ARRAY3D_DESCRIPTOR desc;
    int code;

    if (!array)
        return cudaErrorInvalidResourceHandle;
    memset(&desc, 0, sizeof desc);
    code = (int)iq_drv.Array3DGetDescriptor(&desc, iq_array(array));
    if (code == 0)
        *bytes = iq_rt_format_bytes(desc.Format, desc.NumChannels);
    return code;
}

static int describe(const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
                    unsigned flags, CUDA_ARRAY3D_DESCRIPTOR *out)
{
    *out = (CUDA_ARRAY3D_DESCRIPTOR){
        .Width = extent.width, .Height = extent.height, .Depth = extent.depth, .Flags = flags
    };
    return iq_rt_format(desc, &out->Format, &out->NumChannels);
}

static int malloc_array(cudaArray_t *out, const struct cudaChannelFormatDesc *desc,
                        struct cudaExtent extent, unsigned flags)
{
    CUDA_ARRAY3D_DESCRIPTOR made;
    CUarray array = NULL;
    int code;

    if (!out || !desc)
        return cudaErrorInvalidValue;
    code = describe(desc, extent, flags, &made);
    if (code == 0)
        code = (int)iq_drv.Array3DCreate(&array, &made);
    *out = code == 0 ? (cudaArray_t)(void *)array : NULL;
    return code;
}

static int malloc_mipmapped(cudaMipmappedArray_t *out, const struct cudaChannelFormatDesc *desc,
                            struct cudaExtent extent, unsigned levels, unsigned flags)
{
    CUDA_ARRAY3D_DESCRIPTOR made;
    CUmipmappedArray array = NULL;
    int code;

    if (!out || !desc)
        return cudaErrorInvalidValue;
    code = describe(desc, extent, flags, &made);
    if (code == 0)
        code = (int)iq_drv.MipmappedArrayCreate(&array, &made, levels);
    *out = code == 0 ? (cudaMipmappedArray_t)(void *)array : NULL;
    return code;
}

static CUmipmappedArray mip(cudaMipmappedArray_const_t array)
{
    return (CUmipmappedArray)(uintptr_t)array;
}

static int array_info(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
                      unsigned *flags, cudaArray_const_t array)
{
    CUDA_ARRAY3D_DESCRIPTOR found;
    int code;

    if (!array)
        return cudaErrorInvalidResourceHandle;
    memset(&found, 0, sizeof found);
    code = (int)iq_drv.Array3DGetDescriptor(&found, iq_array(array));
    if (code != 0)
        return code;
    if (desc)
        iq_rt_channel_desc(found.Format, found.NumChannels, desc);
    if (extent)
        *extent = (struct cudaExtent){ found.Width, found.Height, found.Depth };
    if (flags)
        *flags = found.Flags;
    return 0;
}

IQ_RT_CTX(cudaMallocArray,
          (cudaArray_t * array, const struct cudaChannelFormatDesc *desc, size_t width,
           size_t height, unsigned flags),
          malloc_array(array, desc, ((struct cudaExtent){ width, height, 0 }), flags))
IQ_RT_CTX(cudaMalloc3DArray,
          (cudaArray_t * array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
           unsigned flags),
          malloc_array(array, desc, extent, flags))
IQ_RT_CTX(cudaMallocMipmappedArray,
          (cudaMipmappedArray_t * array, const struct cudaChannelFormatDesc *desc,
           struct cudaExtent extent, unsigned levels, unsigned flags),
          malloc_mipmapped(array, desc, extent, levels, flags))
IQ_RT_CTX(cudaFreeArray, (cudaArray_t array),
          array ? iq_drv.ArrayDestroy(iq_array(array)) : CUDA_SUCCESS)
IQ_RT_CTX(cudaFreeMipmappedArray, (cudaMipmappedArray_t array),
          array ? iq_drv.MipmappedArrayDestroy(mip(array)) : CUDA_SUCCESS)
IQ_RT_CTX(cudaGetMipmappedArrayLevel,
          (cudaArray_t * level, cudaMipmappedArray_const_t array, unsigned number),
          iq_drv.MipmappedArrayGetLevel((CUarray *)(void *)level, mip(array), number))
IQ_RT_CTX(cudaArrayGetInfo,
          (struct cudaChannelFormatDesc * desc, struct cudaExtent *extent, unsigned *flags,
           cudaArray_t array),
          array_info(desc, extent, flags, array))
IQ_RT_CTX(cudaGetChannelDesc, (struct cudaChannelFormatDesc * desc, cudaArray_const_t array),
          array_info(desc, NULL, NULL, array))
IQ_RT_CTX(cudaArrayGetPlane, (cudaArray_t * plane, cudaArray_t array, unsigned number),
          iq_drv.ArrayGetPlane((CUarray *)(void *)plane, iq_array(array), number))
IQ_RT_CTX(cudaArrayGetMemoryRequirements,
          (struct cudaArrayMemoryRequirements * out, cudaArray_t array, int device),
          iq_drv.ArrayGetMemoryRequirements((CUDA_ARRAY_MEMORY_REQUIREMENTS *)(void *)out,
                                            iq_array(array), device))
IQ_RT_CTX(cudaMipmappedArrayGetMemoryRequirements,
          (struct cudaArrayMemoryRequirements * out, cudaMipmappedArray_t array, int device),
          iq_drv.MipmappedArrayGetMemoryRequirements((CUDA_ARRAY_MEMORY_REQUIREMENTS *)(void *)out,
                                                     mip(array), device))
IQ_RT_CTX(cudaArrayGetSparseProperties, (struct cudaArraySparseProperties * out, cudaArray_t array),
          iq_drv.ArrayGetSparseProperties((CUDA_ARRAY_SPARSE_PROPERTIES *)(void *)out,
                                          iq_array(array)))
IQ_RT_CTX(cudaMipmappedArrayGetSparseProperties,
          (struct cudaArraySparseProperties * out, cudaMipmappedArray_t array),
          iq_drv.MipmappedArrayGetSparseProperties((CUDA_ARRAY_SPARSE_PROPERTIES *)(void *)out,
                                                   mip(array)))

IQ_RT_HEAD(struct cudaChannelFormatDesc, cudaCreateChannelDesc,
           (int x, int y, int z, int w, enum cudaChannelFormatKind kind))
{
    return (struct cudaChannelFormatDesc){ x, y, z, w, kind };
}

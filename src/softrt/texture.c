/* Texture and surface objects.  The runtime itself checks the read mode (27) and the filter (26)
 * against the element type. */
#include "softrt/softrt.h"

static int resource_in(const struct cudaResourceDesc *in, CUDA_RESOURCE_DESC *out)
{
    int code = 0;

    memset(out, 0, sizeof *out);
    out->resType = (CUresourcetype)in->resType;
    switch (in->resType) {
    case cudaResourceTypeArray: out->res.array.hArray = iq_array(in->res.array.array); break;
    case cudaResourceTypeMipmappedArray:
        out->res.mipmap.hMipmappedArray = (CUmipmappedArray)(void *)in->res.mipmap.mipmap;
        break;
    case cudaResourceTypeLinear:
        out->res.linear.devPtr = iq_dptr(in->res.linear.devPtr);
        out->res.linear.sizeInBytes = in->res.linear.sizeInBytes;
        code = iq_rt_format(&in->res.linear.desc, &out->res.linear.format,
                            &out->res.linear.numChannels);
        break;
    case cudaResourceTypePitch2D:
        out->res.pitch2D.devPtr = iq_dptr(in->res.pitch2D.devPtr);
        out->res.pitch2D.width = in->res.pitch2D.width;
        out->res.pitch2D.height = in->res.pitch2D.height;
        out->res.pitch2D.pitchInBytes = in->res.pitch2D.pitchInBytes;
        code = iq_rt_format(&in->res.pitch2D.desc, &out->res.pitch2D.format,
                            &out->res.pitch2D.numChannels);
        break;
    default: code = cudaErrorInvalidValue;
    }
    return code;
}

static void resource_out(const CUDA_RESOURCE_DESC *in, struct cudaResourceDesc *out)
{
    memset(out, 0, iq_rt_version() >= 13000 ? sizeof *out : sizeof(struct cudaResourceDesc_v12));
    out->resType = (enum cudaResourceType)in->resType;
    switch (out->resType) {
    case cudaResourceTypeArray:
        out->res.array.array = (cudaArray_t)(void *)in->res.array.hArray;
        break;
    case cudaResourceTypeMipmappedArray:
        out->res.mipmap.mipmap = (cudaMipmappedArray_t)(void *)in->res.mipmap.hMipmappedArray;
        break;
    case cudaResourceTypeLinear:
        out->res.linear.devPtr = iq_hptr(in->res.linear.devPtr);
        out->res.linear.sizeInBytes = in->res.linear.sizeInBytes;
        iq_rt_channel_desc(in->res.linear.format, in->res.linear.numChannels,
                           &out->res.linear.desc);
        break;
    case cudaResourceTypePitch2D:
        out->res.pitch2D.devPtr = iq_hptr(in->res.pitch2D.devPtr);
        out->res.pitch2D.width = in->res.pitch2D.width;
        out->res.pitch2D.height = in->res.pitch2D.height;
        out->res.pitch2D.pitchInBytes = in->res.pitch2D.pitchInBytes;
        iq_rt_channel_desc(in->res.pitch2D.format, in->res.pitch2D.numChannels,
                           &out->res.pitch2D.desc);
        break;
    }
}

/* Format of the elements that a texture over [resource] reads. */
static int element_format(const CUDA_RESOURCE_DESC *resource, CUarray_format *format)
{
    CUDA_ARRAY3D_DESCRIPTOR desc;
    CUarray array = resource->res.array.hArray;
    int code = 0;

    if (resource->resType == CU_RESOURCE_TYPE_LINEAR)
        *format = resource->res.linear.format;
    else if (resource->resType == CU_RESOURCE_TYPE_PITCH2D)
        *format = resource->res.pitch2D.format;
    else {
        if (resource->resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
            code =
                (int)iq_drv.MipmappedArrayGetLevel(&array, resource->res.mipmap.hMipmappedArray, 0);
        memset(&desc, 0, sizeof desc);
        if (code == 0)
            code = array ? (int)iq_drv.Array3DGetDescriptor(&desc, array)
                         : (int)cudaErrorInvalidResourceHandle;
        *format = desc.Format;
    }
    return code;
}

static int check_modes(CUarray_format format, const struct cudaTextureDesc *in)
{
    bool small = format == CU_AD_FORMAT_UNSIGNED_INT8 || format == CU_AD_FORMAT_UNSIGNED_INT16 ||
                 format == CU_AD_FORMAT_SIGNED_INT8 || format == CU_AD_FORMAT_SIGNED_INT16;
    bool integer =
        small || format == CU_AD_FORMAT_UNSIGNED_INT32 || format == CU_AD_FORMAT_SIGNED_INT32;
    bool plain = integer || format == CU_AD_FORMAT_HALF || format == CU_AD_FORMAT_FLOAT;

    if (in->readMode == cudaReadModeNormalizedFloat && plain && !small)
        return cudaErrorInvalidNormSetting;
    if (in->readMode == cudaReadModeElementType && integer &&
        in->filterMode == cudaFilterModeLinear)
        return cudaErrorInvalidFilterSetting;
    return 0;
}

static void texture_in(const struct cudaTextureDesc *in, bool seamless_known,
                       CUDA_TEXTURE_DESC *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < 3; i++)
        out->addressMode[i] = (CUaddress_mode)in->addressMode[i];
    out->filterMode = (CUfilter_mode)in->filterMode;
    if (in->readMode == cudaReadModeElementType)
        out->flags |= CU_TRSF_READ_AS_INTEGER;
    if (in->normalizedCoords)
        out->flags |= CU_TRSF_NORMALIZED_COORDINATES;
    if (in->sRGB)
        out->flags |= CU_TRSF_SRGB;
    if (in->disableTrilinearOptimization)
        out->flags |= CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION;
    if (seamless_known && in->seamlessCubemap)
        out->flags |= CU_TRSF_SEAMLESS_CUBEMAP;
    out->maxAnisotropy = in->maxAnisotropy;
    out->mipmapFilterMode = (CUfilter_mode)in->mipmapFilterMode;
    out->mipmapLevelBias = in->mipmapLevelBias;
    out->minMipmapLevelClamp = in->minMipmapLevelClamp;
    out->maxMipmapLevelClamp = in->maxMipmapLevelClamp;
    memcpy(out->borderColor, in->borderColor, sizeof out->borderColor);
}

static void texture_out(const CUDA_TEXTURE_DESC *in, bool seamless_known,
                        struct cudaTextureDesc *out)
{
    memset(out, 0, seamless_known ? sizeof *out : sizeof(struct cudaTextureDesc_v11));
    for (int i = 0; i < 3; i++)
        out->addressMode[i] = (enum cudaTextureAddressMode)in->addressMode[i];
    out->filterMode = (enum cudaTextureFilterMode)in->filterMode;
    out->readMode =
        in->flags & CU_TRSF_READ_AS_INTEGER ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
    out->normalizedCoords = !!(in->flags & CU_TRSF_NORMALIZED_COORDINATES);
    out->sRGB = !!(in->flags & CU_TRSF_SRGB);
    out->disableTrilinearOptimization = !!(in->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION);
    if (seamless_known)
        out->seamlessCubemap = !!(in->flags & CU_TRSF_SEAMLESS_CUBEMAP);
    out->maxAnisotropy = in->maxAnisotropy;
    out->mipmapFilterMode = (enum cudaTextureFilterMode)in->mipmapFilterMode;
    out->mipmapLevelBias = in->mipmapLevelBias;
    out->minMipmapLevelClamp = in->minMipmapLevelClamp;
    out->maxMipmapLevelClamp = in->maxMipmapLevelClamp;
    memcpy(out->borderColor, in->borderColor, sizeof out->borderColor);
}

static void view_in(const struct cudaResourceViewDesc *in, CUDA_RESOURCE_VIEW_DESC *out)
{
    memset(out, 0, sizeof *out);
    out->format = (CUresourceViewFormat)in->format;
    out->width = in->width, out->height = in->height, out->depth = in->depth;
    out->firstMipmapLevel = in->firstMipmapLevel, out->lastMipmapLevel = in->lastMipmapLevel;
    out->firstLayer = in->firstLayer, out->lastLayer = in->lastLayer;
}

static int create_texture(cudaTextureObject_t *out, const struct cudaResourceDesc *resource,
                          const struct cudaTextureDesc *texture,
                          const struct cudaResourceViewDesc *view, bool seamless_known)
{
    CUDA_RESOURCE_DESC res;
    CUDA_TEXTURE_DESC tex;
    CUDA_RESOURCE_VIEW_DESC look;
    CUarray_format format = CU_AD_FORMAT_FLOAT;
    CUtexObject object = 0;
    int code;

    if (!out || !resource || !texture)
        return cudaErrorInvalidValue;
    code = resource_in(resource, &res);
    if (code == 0)
        code = element_format(&res, &format);
    if (code == 0)
        code = check_modes(format, texture);
    if (code != 0)
        return code;
    texture_in(texture, seamless_known, &tex);
    if (view)
        view_in(view, &look);
    code = (int)iq_drv.TexObjectCreate(&object, &res, &tex, view ? &look : NULL);
    if (code == 0)
        *out = object;
    return code;
}

static int create_surface(cudaSurfaceObject_t *out, const struct cudaResourceDesc *resource)
{
    CUDA_RESOURCE_DESC res;
    CUsurfObject object = 0;
    int code;

    if (!out || !resource)
        return cudaErrorInvalidValue;
    if (resource->resType != cudaResourceTypeArray)
        return cudaErrorInvalidValue;
    code = resource_in(resource, &res);
    if (code == 0)
        code = (int)iq_drv.SurfObjectCreate(&object, &res);
    if (code == 0)
        *out = object;
    return code;
}

static int texture_resource(struct cudaResourceDesc *out, cudaTextureObject_t object, bool surface)
{
    CUDA_RESOURCE_DESC res;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    memset(&res, 0, sizeof res);
    code = (int)(surface ? iq_drv.SurfObjectGetResourceDesc
                         : iq_drv.TexObjectGetResourceDesc)(&res, object);
    if (code == 0)
        resource_out(&res, out);
    return code;
}

static int texture_texture(struct cudaTextureDesc *out, cudaTextureObject_t object,
                           bool seamless_known)
{
    CUDA_TEXTURE_DESC tex;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    memset(&tex, 0, sizeof tex);
    code = (int)iq_drv.TexObjectGetTextureDesc(&tex, object);
    if (code == 0)
        texture_out(&tex, seamless_known, out);
    return code;
}

static int texture_view(struct cudaResourceViewDesc *out, cudaTextureObject_t object)
{
    CUDA_RESOURCE_VIEW_DESC view;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    memset(&view, 0, sizeof view);
    code = (int)iq_drv.TexObjectGetResourceViewDesc(&view, object);
    if (code != 0)
        return code;
    memset(out, 0,
           iq_rt_version() >= 13000 ? sizeof *out : sizeof(struct cudaResourceViewDesc_v12));
    out->format = (enum cudaResourceViewFormat)view.format;
    out->width = view.width, out->height = view.height, out->depth = view.depth;
    out->firstMipmapLevel = view.firstMipmapLevel, out->lastMipmapLevel = view.lastMipmapLevel;
    out->firstLayer = view.firstLayer, out->lastLayer = view.lastLayer;
    return 0;
}

#define TEXTURE_PARAMS                                                   \
    (cudaTextureObject_t * out, const struct cudaResourceDesc *resource, \
     const struct cudaTextureDesc *texture, const struct cudaResourceViewDesc *view)
IQ_RT_CTX(cudaCreateTextureObject, TEXTURE_PARAMS,
          create_texture(out, resource, texture, view, iq_rt_version() >= 12000))
IQ_RT_CTX(cudaCreateTextureObject_v2, TEXTURE_PARAMS,
          create_texture(out, resource, texture, view, true))
IQ_RT_CTX(cudaDestroyTextureObject, (cudaTextureObject_t object), iq_drv.TexObjectDestroy(object))
IQ_RT_CTX(cudaGetTextureObjectResourceDesc,
          (struct cudaResourceDesc * out, cudaTextureObject_t object),
          texture_resource(out, object, false))
IQ_RT_CTX(cudaGetTextureObjectTextureDesc,
          (struct cudaTextureDesc * out, cudaTextureObject_t object),
          texture_texture(out, object, iq_rt_version() >= 12000))
IQ_RT_CTX(cudaGetTextureObjectTextureDesc_v2,
          (struct cudaTextureDesc * out, cudaTextureObject_t object),
          texture_texture(out, object, true))
IQ_RT_CTX(cudaGetTextureObjectResourceViewDesc,
          (struct cudaResourceViewDesc * out, cudaTextureObject_t object),
          texture_view(out, object))
IQ_RT_CTX(cudaCreateSurfaceObject,
          (cudaSurfaceObject_t * out, const struct cudaResourceDesc *resource),
          create_surface(out, resource))
IQ_RT_CTX(cudaDestroySurfaceObject, (cudaSurfaceObject_t object), iq_drv.SurfObjectDestroy(object))
IQ_RT_CTX(cudaGetSurfaceObjectResourceDesc,
          (struct cudaResourceDesc * out, cudaSurfaceObject_t object),
          texture_resource(out, object, true))

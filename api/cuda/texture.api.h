/* Driver API: textures, surfaces and tensor maps.  Form of a row: api/roles.h. */
API(5000, FX(surf_object) LOOK(resource)) CUresult cuSurfObjectCreate(NEW(surface) CUsurfObject *pSurfObject, PARAMS const CUDA_RESOURCE_DESC *pResDesc);
API(5000) CUresult cuSurfObjectDestroy(DEL(surface) CUsurfObject surfObject);
API(5000) CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUsurfObject surfObject);
API(3000, OP(get_surface_array)) CUresult cuSurfRefGetArray(GET(array) CUarray *phArray, CUsurfref hSurfRef);
API(3000, OP(set_surface_array)) CUresult cuSurfRefSetArray(CUsurfref hSurfRef, CUarray hArray, unsigned int Flags);
API(12000, INIT NOCTX FX(tensor_map)) CUresult cuTensorMapEncodeIm2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
    COUNT cuuint32_t tensorRank, PTR void *globalAddress, PARAMS const cuuint64_t *globalDim, PARAMS const cuuint64_t *globalStrides,
    PARAMS const int *pixelBoxLowerCorner, PARAMS const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
    PARAMS const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
    CUtensorMapFloatOOBfill oobFill);
API(12080, INIT NOCTX FX(tensor_map)) CUresult cuTensorMapEncodeIm2colWide(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
    COUNT cuuint32_t tensorRank, PTR void *globalAddress, PARAMS const cuuint64_t *globalDim, PARAMS const cuuint64_t *globalStrides,
    int pixelBoxLowerCornerWidth, int pixelBoxUpperCornerWidth, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
    PARAMS const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle,
    CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill);
API(12000, INIT NOCTX FX(tensor_map)) CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
    COUNT cuuint32_t tensorRank, PTR void *globalAddress, PARAMS const cuuint64_t *globalDim, PARAMS const cuuint64_t *globalStrides,
    PARAMS const cuuint32_t *boxDim, PARAMS const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
    CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill);
API(12000, INIT NOCTX FX(tensor_map)) CUresult cuTensorMapReplaceAddress(INOUT CUtensorMap *tensorMap, PTR void *globalAddress);
API(5000, AS(tex_object) LOOK(resource) FLOW(later) OP(create_texture)) CUresult cuTexObjectCreate(NEW(texture) CUtexObject *pTexObject, PARAMS const CUDA_RESOURCE_DESC *pResDesc,
    PARAMS const CUDA_TEXTURE_DESC *pTexDesc, PARAMS OPT const CUDA_RESOURCE_VIEW_DESC *pResViewDesc);
API(5000) CUresult cuTexObjectDestroy(DEL(texture) CUtexObject texObject);
API(5000) CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUtexObject texObject);
API(5000) CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *pResViewDesc, CUtexObject texObject);
API(5000) CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *pTexDesc, CUtexObject texObject);
API(2000) CUresult cuTexRefCreate(NEW(texref) CUtexref *pTexRef);
API(2000) CUresult cuTexRefDestroy(DEL(texref) CUtexref hTexRef);
API(2000, OP(get_texture_memory)) CUresult cuTexRefGetAddress(CUdeviceptr_v1 *pdptr, CUtexref hTexRef);
API(3020, OP(get_texture_memory)) CUresult cuTexRefGetAddress_v2(CUdeviceptr *pdptr, CUtexref hTexRef);
API(2000, OP(get_texture_dimension)) CUresult cuTexRefGetAddressMode(CUaddress_mode *pam, CUtexref hTexRef, int dim);
API(2000, OP(get_texture_memory)) CUresult cuTexRefGetArray(GET(array) CUarray *phArray, CUtexref hTexRef);
API(8000) CUresult cuTexRefGetBorderColor(float *pBorderColor, CUtexref hTexRef);
API(2000) CUresult cuTexRefGetFilterMode(CUfilter_mode *pfm, CUtexref hTexRef);
API(2000) CUresult cuTexRefGetFlags(unsigned int *pFlags, CUtexref hTexRef);
API(2000) CUresult cuTexRefGetFormat(CUarray_format *pFormat, int *pNumChannels, CUtexref hTexRef);
API(5000) CUresult cuTexRefGetMaxAnisotropy(int *pmaxAniso, CUtexref hTexRef);
API(5000) CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *pfm, CUtexref hTexRef);
API(5000) CUresult cuTexRefGetMipmapLevelBias(float *pbias, CUtexref hTexRef);
API(5000) CUresult cuTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp, CUtexref hTexRef);
API(5000, OP(get_texture_memory)) CUresult cuTexRefGetMipmappedArray(GET(mipmapped_array) CUmipmappedArray *phMipmappedArray, CUtexref hTexRef);
API(2000, OP(set_texture_address)) CUresult cuTexRefSetAddress(OUT OPT unsigned int *ByteOffset, CUtexref hTexRef, PTR CUdeviceptr_v1 dptr,
    SIZE unsigned int bytes);
API(3020, OP(set_texture_address)) CUresult cuTexRefSetAddress_v2(OUT OPT size_t *ByteOffset, CUtexref hTexRef, PTR CUdeviceptr dptr, SIZE size_t bytes);
API(2020, OP(set_texture_rows)) CUresult cuTexRefSetAddress2D(CUtexref hTexRef, PARAMS const CUDA_ARRAY_DESCRIPTOR_v1 *desc, PTR CUdeviceptr_v1 dptr,
    VAL unsigned int Pitch);
API(3020, OP(set_texture_rows)) CUresult cuTexRefSetAddress2D_v2(CUtexref hTexRef, PARAMS const CUDA_ARRAY_DESCRIPTOR *desc, PTR CUdeviceptr dptr,
    VAL size_t Pitch);
API(4010, OP(set_texture_rows)) CUresult cuTexRefSetAddress2D_v3(CUtexref hTexRef, PARAMS const CUDA_ARRAY_DESCRIPTOR *desc, PTR CUdeviceptr dptr,
    VAL size_t Pitch);
API(2000, OP(set_texture_dimension)) CUresult cuTexRefSetAddressMode(CUtexref hTexRef, int dim, CUaddress_mode am);
API(2000, OP(set_texture_array)) CUresult cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned int Flags);
API(8000) CUresult cuTexRefSetBorderColor(CUtexref hTexRef, PARAMS float *pBorderColor);
API(2000) CUresult cuTexRefSetFilterMode(CUtexref hTexRef, CUfilter_mode fm);
API(2000, OP(set_texture_flags)) CUresult cuTexRefSetFlags(CUtexref hTexRef, unsigned int Flags);
API(2000, OP(set_texture_format)) CUresult cuTexRefSetFormat(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents);
API(5000) CUresult cuTexRefSetMaxAnisotropy(CUtexref hTexRef, unsigned int maxAniso);
API(5000) CUresult cuTexRefSetMipmapFilterMode(CUtexref hTexRef, CUfilter_mode fm);
API(5000) CUresult cuTexRefSetMipmapLevelBias(CUtexref hTexRef, float bias);
API(5000) CUresult cuTexRefSetMipmapLevelClamp(CUtexref hTexRef, float minMipmapLevelClamp, float maxMipmapLevelClamp);
API(5000, OP(set_texture_array)) CUresult cuTexRefSetMipmappedArray(CUtexref hTexRef, CUmipmappedArray hMipmappedArray, unsigned int Flags);

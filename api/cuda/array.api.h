/* Driver API: arrays and mipmapped arrays.  Form of a row: api/roles.h. */
API(2000, FX(array_create)) CUresult cuArray3DCreate(NEW(array) CUarray *pHandle, PARAMS const CUDA_ARRAY3D_DESCRIPTOR_v1 *pAllocateArray);
API(3020, FX(array_create)) CUresult cuArray3DCreate_v2(NEW(array) CUarray *pHandle, PARAMS const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray);
API(2000) CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray);
API(3020) CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, CUarray hArray);
API(2000, FX(array_create)) CUresult cuArrayCreate(NEW(array) CUarray *pHandle, PARAMS const CUDA_ARRAY_DESCRIPTOR_v1 *pAllocateArray);
API(3020, FX(array_create)) CUresult cuArrayCreate_v2(NEW(array) CUarray *pHandle, PARAMS const CUDA_ARRAY_DESCRIPTOR *pAllocateArray);
API(2000, SYNC(context)) CUresult cuArrayDestroy(DEL(array) CUarray hArray);
API(2000) CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray);
API(3020) CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *pArrayDescriptor, CUarray hArray);
API(11060, OP(get_memory_requirements)) CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, CUarray array, CUdevice device);
API(11020, OP(get_array_plane)) CUresult cuArrayGetPlane(GET(array) CUarray *pPlaneArray, CUarray hArray, unsigned int planeIdx);
API(11010, QUERY) CUresult cuArrayGetSparseProperties(OUT CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUarray array);
API(5000, FX(array_create)) CUresult cuMipmappedArrayCreate(NEW(mipmapped_array) CUmipmappedArray *pHandle, PARAMS const CUDA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc,
    VAL UNIT(1) unsigned int numMipmapLevels);
API(5000, SYNC(context)) CUresult cuMipmappedArrayDestroy(DEL(mipmapped_array) CUmipmappedArray hMipmappedArray);
API(5000, FX(mip_level)) CUresult cuMipmappedArrayGetLevel(GET(array) CUarray *pLevelArray, CUmipmappedArray hMipmappedArray, unsigned int level);
API(11060, OP(get_memory_requirements)) CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, CUmipmappedArray mipmap,
    CUdevice device);
API(11010, QUERY) CUresult cuMipmappedArrayGetSparseProperties(OUT CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUmipmappedArray mipmap);

/* Runtime API: arrays and mipmapped arrays.  Form of a row: api/roles.h. */
API(4010) cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags, cudaArray_t array);
API(11060, OP(get_memory_requirements)) cudaError_t cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *memoryRequirements, cudaArray_t array, DEVICE int device);
API(11020, OP(get_array_plane)) cudaError_t cudaArrayGetPlane(GET(array) cudaArray_t *pPlaneArray, cudaArray_t hArray, unsigned int planeIdx);
API(11010, QUERY) cudaError_t cudaArrayGetSparseProperties(OUT struct cudaArraySparseProperties *sparseProperties, cudaArray_t array);
API(3020, PASS) struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f);
API(3020, SYNC(context)) cudaError_t cudaFreeArray(DEL(array) OPT cudaArray_t array);
API(5000, SYNC(context)) cudaError_t cudaFreeMipmappedArray(DEL(mipmapped_array) OPT cudaMipmappedArray_t mipmappedArray);
API(3020) cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array);
API(5000, FX(mip_level)) cudaError_t cudaGetMipmappedArrayLevel(GET(array) cudaArray_t *levelArray, cudaMipmappedArray_const_t mipmappedArray, unsigned int level);
API(3020) cudaError_t cudaMalloc3DArray(NEW(array) cudaArray_t *array, PARAMS const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
    FLAGS(cudaArrayFlags) unsigned int flags);
API(3020) cudaError_t cudaMallocArray(NEW(array) cudaArray_t *array, PARAMS const struct cudaChannelFormatDesc *desc, VAL size_t width,
    VAL size_t height, FLAGS(cudaArrayFlags) unsigned int flags);
API(5000, OP(create_mipmapped)) cudaError_t cudaMallocMipmappedArray(NEW(mipmapped_array) cudaMipmappedArray_t *mipmappedArray,
    PARAMS const struct cudaChannelFormatDesc *desc, struct cudaExtent extent, unsigned int numLevels, FLAGS(cudaArrayFlags) unsigned int flags);
API(11060, OP(get_memory_requirements)) cudaError_t cudaMipmappedArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *memoryRequirements, cudaMipmappedArray_t mipmap,
    DEVICE int device);
API(11010, QUERY) cudaError_t cudaMipmappedArrayGetSparseProperties(OUT struct cudaArraySparseProperties *sparseProperties, cudaMipmappedArray_t mipmap);

/* Runtime API: textures, surfaces and tensor maps.  Form of a row: api/roles.h. */
API(3020, UNTIL(11999)) cudaError_t cudaBindSurfaceToArray(PARAMS const struct surfaceReference *surfref, cudaArray_const_t array,
    PARAMS const struct cudaChannelFormatDesc *desc);
API(3020, UNTIL(11999)) cudaError_t cudaBindTexture(OUT OPT size_t *offset, PARAMS const struct textureReference *texref, PTR const void *devPtr,
    PARAMS const struct cudaChannelFormatDesc *desc, size_t size);
API(3020, UNTIL(11999)) cudaError_t cudaBindTexture2D(OUT OPT size_t *offset, PARAMS const struct textureReference *texref, PTR const void *devPtr,
    PARAMS const struct cudaChannelFormatDesc *desc, VAL size_t width, VAL size_t height, VAL size_t pitch);
API(3020, UNTIL(11999)) cudaError_t cudaBindTextureToArray(PARAMS const struct textureReference *texref, cudaArray_const_t array,
    PARAMS const struct cudaChannelFormatDesc *desc);
API(5000, UNTIL(11999)) cudaError_t cudaBindTextureToMipmappedArray(PARAMS const struct textureReference *texref,
    cudaMipmappedArray_const_t mipmappedArray, PARAMS const struct cudaChannelFormatDesc *desc);
API(5000, FX(rt_surf_object) LOOK(resource)) cudaError_t cudaCreateSurfaceObject(NEW(surface) cudaSurfaceObject_t *pSurfObject,
    PARAMS const struct cudaResourceDesc *pResDesc);
API(5000, AS(rt_tex_object) LOOK(resource) FLOW(later) OP(create_texture)) cudaError_t cudaCreateTextureObject(NEW(texture) cudaTextureObject_t *pTexObject,
    PARAMS const struct cudaResourceDesc *pResDesc, PARAMS const struct cudaTextureDesc *pTexDesc,
    PARAMS OPT const struct cudaResourceViewDesc *pResViewDesc);
API(5000, AS(rt_tex_object) LOOK(resource) UNTIL(11999) FLOW(later)) cudaError_t cudaCreateTextureObject_abi11(NEW(texture) cudaTextureObject_t *pTexObject,
    PARAMS const struct cudaResourceDesc *pResDesc, PARAMS const struct cudaTextureDesc_v11 *pTexDesc,
    PARAMS OPT const struct cudaResourceViewDesc *pResViewDesc);
API(11080, AS(rt_tex_object) LOOK(resource) UNTIL(11999) FLOW(later)) cudaError_t cudaCreateTextureObject_v2(NEW(texture) cudaTextureObject_t *pTexObject,
    PARAMS const struct cudaResourceDesc *pResDesc, PARAMS const struct cudaTextureDesc_v2 *pTexDesc,
    PARAMS OPT const struct cudaResourceViewDesc *pResViewDesc);
API(5000) cudaError_t cudaDestroySurfaceObject(DEL(surface) cudaSurfaceObject_t surfObject);
API(5000) cudaError_t cudaDestroyTextureObject(DEL(texture) cudaTextureObject_t texObject);
API(5000) cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *pResDesc, cudaSurfaceObject_t surfObject);
API(5000, UNTIL(12999)) cudaError_t cudaGetSurfaceObjectResourceDesc_abi12(struct cudaResourceDesc_v12 *pResDesc, cudaSurfaceObject_t surfObject);
API(3020, UNTIL(11999)) cudaError_t cudaGetSurfaceReference(OUT const struct surfaceReference **surfref, SYM() const void *symbol);
API(3020, UNTIL(11999)) cudaError_t cudaGetTextureAlignmentOffset(OUT OPT size_t *offset, PARAMS const struct textureReference *texref);
API(5000) cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *pResDesc, cudaTextureObject_t texObject);
API(5000, UNTIL(12999)) cudaError_t cudaGetTextureObjectResourceDesc_abi12(struct cudaResourceDesc_v12 *pResDesc, cudaTextureObject_t texObject);
API(5000) cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *pResViewDesc, cudaTextureObject_t texObject);
API(5000, UNTIL(12999)) cudaError_t cudaGetTextureObjectResourceViewDesc_abi12(struct cudaResourceViewDesc_v12 *pResViewDesc,
    cudaTextureObject_t texObject);
API(5000, OP(get_texture_description)) cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *pTexDesc, cudaTextureObject_t texObject);
API(5000, UNTIL(11999)) cudaError_t cudaGetTextureObjectTextureDesc_abi11(struct cudaTextureDesc_v11 *pTexDesc, cudaTextureObject_t texObject);
API(11080, UNTIL(11999)) cudaError_t cudaGetTextureObjectTextureDesc_v2(struct cudaTextureDesc_v2 *pTexDesc, cudaTextureObject_t texObject);
API(3020, UNTIL(11999)) cudaError_t cudaGetTextureReference(OUT const struct textureReference **texref, SYM() const void *symbol);
API(3020, UNTIL(11999)) cudaError_t cudaUnbindTexture(PARAMS const struct textureReference *texref);

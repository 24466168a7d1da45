/* Runtime API: OpenGL, EGL and VDPAU interoperability.  Form of a row: api/roles.h. */
API(7000, OP(use_egl)) cudaError_t cudaEGLStreamConsumerAcquireFrame(cudaEglStreamConnection *conn, cudaGraphicsResource_t *pCudaResource, cudaStream_t *pStream,
    unsigned int timeout);
API(7000, OP(use_egl)) cudaError_t cudaEGLStreamConsumerConnect(cudaEglStreamConnection *conn, void *eglStream);
API(7000, OP(use_egl)) cudaError_t cudaEGLStreamConsumerConnectWithFlags(cudaEglStreamConnection *conn, void *eglStream, unsigned int flags);
API(7000, OP(use_egl)) cudaError_t cudaEGLStreamConsumerDisconnect(cudaEglStreamConnection *conn);
API(7000, OP(use_egl)) cudaError_t cudaEGLStreamConsumerReleaseFrame(cudaEglStreamConnection *conn, cudaGraphicsResource_t pCudaResource, cudaStream_t *pStream);
API(7000, OP(use_egl)) cudaError_t cudaEGLStreamProducerConnect(cudaEglStreamConnection *conn, void *eglStream, int width, int height);
API(7000, OP(use_egl)) cudaError_t cudaEGLStreamProducerDisconnect(cudaEglStreamConnection *conn);
API(7000, OP(use_egl)) cudaError_t cudaEGLStreamProducerPresentFrame(cudaEglStreamConnection *conn, cudaEglFrame eglframe, cudaStream_t *pStream);
API(7000, OP(use_egl)) cudaError_t cudaEGLStreamProducerReturnFrame(cudaEglStreamConnection *conn, cudaEglFrame *eglframe, cudaStream_t *pStream);
API(9000, OP(use_egl)) cudaError_t cudaEventCreateFromEGLSync(cudaEvent_t *phEvent, void *eglSync, unsigned int flags);
API(4010, OP(use_opengl)) cudaError_t cudaGLGetDevices(unsigned int *pCudaDeviceCount, int *pCudaDevices, unsigned int cudaDeviceCount,
    enum cudaGLDeviceList deviceList);
API(3020, OP(use_opengl)) cudaError_t cudaGLMapBufferObject(void **devPtr, unsigned int bufObj);
API(3020, OP(use_opengl)) cudaError_t cudaGLMapBufferObjectAsync(void **devPtr, unsigned int bufObj, cudaStream_t stream);
API(3020, OP(use_opengl)) cudaError_t cudaGLRegisterBufferObject(unsigned int bufObj);
API(3020, OP(use_opengl)) cudaError_t cudaGLSetBufferObjectMapFlags(unsigned int bufObj, unsigned int flags);
API(3020, OP(use_opengl)) cudaError_t cudaGLSetGLDevice(DEVICE int device);
API(3020, OP(use_opengl)) cudaError_t cudaGLUnmapBufferObject(unsigned int bufObj);
API(3020, OP(use_opengl)) cudaError_t cudaGLUnmapBufferObjectAsync(unsigned int bufObj, cudaStream_t stream);
API(3020, OP(use_opengl)) cudaError_t cudaGLUnregisterBufferObject(unsigned int bufObj);
API(7000, OP(use_egl)) cudaError_t cudaGraphicsEGLRegisterImage(struct cudaGraphicsResource **pCudaResource, void *image, unsigned int flags);
API(3020, OP(use_opengl)) cudaError_t cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource **resource, unsigned int buffer, unsigned int flags);
API(3020, OP(use_opengl)) cudaError_t cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **resource, unsigned int image, unsigned int target,
    unsigned int flags);
API(3020, ASYNC) cudaError_t cudaGraphicsMapResources(COUNT int count, LIST(graphics_resource, count) cudaGraphicsResource_t *resources, STREAM cudaStream_t stream);
API(7000) cudaError_t cudaGraphicsResourceGetMappedEglFrame(cudaEglFrame *eglFrame, cudaGraphicsResource_t resource, unsigned int index,
    unsigned int mipLevel);
API(5000) cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(GET(mipmapped_array) cudaMipmappedArray_t *mipmappedArray,
    cudaGraphicsResource_t resource);
API(3020, RIGHTS) cudaError_t cudaGraphicsResourceGetMappedPointer(NEWMEM(device_memory) void **devPtr, size_t *size, cudaGraphicsResource_t resource);
API(3020) cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, FLAGS(cudaGraphicsMapFlags) unsigned int flags);
API(3020) cudaError_t cudaGraphicsSubResourceGetMappedArray(GET(array) cudaArray_t *array, cudaGraphicsResource_t resource, unsigned int arrayIndex,
    unsigned int mipLevel);
API(3020, ASYNC) cudaError_t cudaGraphicsUnmapResources(COUNT int count, LIST(graphics_resource, count) cudaGraphicsResource_t *resources, STREAM cudaStream_t stream);
API(3020) cudaError_t cudaGraphicsUnregisterResource(DEL(graphics_resource) cudaGraphicsResource_t resource);
API(3020, OP(use_vdpau)) cudaError_t cudaGraphicsVDPAURegisterOutputSurface(struct cudaGraphicsResource **resource, uint32_t vdpSurface, unsigned int flags);
API(3020, OP(use_vdpau)) cudaError_t cudaGraphicsVDPAURegisterVideoSurface(struct cudaGraphicsResource **resource, uint32_t vdpSurface, unsigned int flags);
API(3020, OP(use_vdpau)) cudaError_t cudaVDPAUGetDevice(DEVICE int *device, uint32_t vdpDevice, CB void *vdpGetProcAddress);
API(3020, OP(use_vdpau)) cudaError_t cudaVDPAUSetVDPAUDevice(DEVICE int device, uint32_t vdpDevice, CB void *vdpGetProcAddress);

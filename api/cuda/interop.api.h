/* Driver API: OpenGL, EGL and VDPAU interoperability.  Form of a row: api/roles.h. */
API(7000) CUresult cuEGLStreamConsumerAcquireFrame(CUeglStreamConnection *conn, CUgraphicsResource *pCudaResource, CUstream *pStream,
    unsigned int timeout);
API(7000) CUresult cuEGLStreamConsumerConnect(CUeglStreamConnection *conn, void *stream);
API(8000) CUresult cuEGLStreamConsumerConnectWithFlags(CUeglStreamConnection *conn, void *stream, unsigned int flags);
API(7000) CUresult cuEGLStreamConsumerDisconnect(CUeglStreamConnection *conn);
API(7000) CUresult cuEGLStreamConsumerReleaseFrame(CUeglStreamConnection *conn, CUgraphicsResource pCudaResource, CUstream *pStream);
API(7000) CUresult cuEGLStreamProducerConnect(CUeglStreamConnection *conn, void *stream, int width, int height);
API(7000) CUresult cuEGLStreamProducerDisconnect(CUeglStreamConnection *conn);
API(7000) CUresult cuEGLStreamProducerPresentFrame(CUeglStreamConnection *conn, CUeglFrame eglframe, CUstream *pStream);
API(7000) CUresult cuEGLStreamProducerReturnFrame(CUeglStreamConnection *conn, CUeglFrame *eglframe, CUstream *pStream);
API(7000) CUresult cuEventCreateFromEGLSync(CUevent *phEvent, void *eglSync, unsigned int flags);
API(2000) CUresult cuGLCtxCreate(CUcontext *pCtx, unsigned int Flags, CUdevice device);
API(3020) CUresult cuGLCtxCreate_v2(CUcontext *pCtx, unsigned int Flags, CUdevice device);
API(4010) CUresult cuGLGetDevices(unsigned int *pCudaDeviceCount, CUdevice *pCudaDevices, unsigned int cudaDeviceCount, CUGLDeviceList deviceList);
API(6050) CUresult cuGLGetDevices_v2(unsigned int *pCudaDeviceCount, CUdevice *pCudaDevices, unsigned int cudaDeviceCount, CUGLDeviceList deviceList);
API(2000) CUresult cuGLInit(void);
API(2000) CUresult cuGLMapBufferObject(CUdeviceptr_v1 *dptr, unsigned int *size, unsigned int buffer);
API(3020, PTDS) CUresult cuGLMapBufferObject_v2(CUdeviceptr *dptr, size_t *size, unsigned int buffer);
API(2030) CUresult cuGLMapBufferObjectAsync(CUdeviceptr_v1 *dptr, unsigned int *size, unsigned int buffer, CUstream hStream);
API(3020, PTSZ) CUresult cuGLMapBufferObjectAsync_v2(CUdeviceptr *dptr, size_t *size, unsigned int buffer, CUstream hStream);
API(2000) CUresult cuGLRegisterBufferObject(unsigned int buffer);
API(2030) CUresult cuGLSetBufferObjectMapFlags(unsigned int buffer, unsigned int Flags);
API(2000) CUresult cuGLUnmapBufferObject(unsigned int buffer);
API(2030) CUresult cuGLUnmapBufferObjectAsync(unsigned int buffer, CUstream hStream);
API(2000) CUresult cuGLUnregisterBufferObject(unsigned int buffer);
API(7000, NOCTX) CUresult cuGraphicsEGLRegisterImage(CUgraphicsResource *pCudaResource, void *image, unsigned int flags);
API(3000, NOCTX) CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *pCudaResource, unsigned int buffer, unsigned int Flags);
API(3000, NOCTX) CUresult cuGraphicsGLRegisterImage(CUgraphicsResource *pCudaResource, unsigned int image, unsigned int target, unsigned int Flags);
API(3000, NOCTX ASYNC PTSZ) CUresult cuGraphicsMapResources(COUNT unsigned int count, PARAMS CUgraphicsResource *resources, STREAM CUstream hStream);
API(7000, NOCTX) CUresult cuGraphicsResourceGetMappedEglFrame(CUeglFrame *eglFrame, CUgraphicsResource resource, unsigned int index,
    unsigned int mipLevel);
API(5000, NOCTX) CUresult cuGraphicsResourceGetMappedMipmappedArray(GET(mipmapped_array) CUmipmappedArray *pMipmappedArray,
    CUgraphicsResource resource);
API(3000, NOCTX RIGHTS) CUresult cuGraphicsResourceGetMappedPointer(NEWMEM(device_memory) CUdeviceptr_v1 *pDevPtr, unsigned int *pSize,
    CUgraphicsResource resource);
API(3020, NOCTX RIGHTS) CUresult cuGraphicsResourceGetMappedPointer_v2(NEWMEM(device_memory) CUdeviceptr *pDevPtr, size_t *pSize,
    CUgraphicsResource resource);
API(3000, NOCTX) CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, FLAGS(CUgraphicsMapResourceFlags) unsigned int flags);
API(6050, NOCTX) CUresult cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource resource, FLAGS(CUgraphicsMapResourceFlags) unsigned int flags);
API(3000, NOCTX) CUresult cuGraphicsSubResourceGetMappedArray(GET(array) CUarray *pArray, CUgraphicsResource resource, unsigned int arrayIndex,
    unsigned int mipLevel);
API(3000, NOCTX ASYNC PTSZ) CUresult cuGraphicsUnmapResources(COUNT unsigned int count, PARAMS CUgraphicsResource *resources,
    STREAM CUstream hStream);
API(3000, NOCTX) CUresult cuGraphicsUnregisterResource(DEL(graphics_resource) CUgraphicsResource resource);
API(3010, NOCTX) CUresult cuGraphicsVDPAURegisterOutputSurface(CUgraphicsResource *pCudaResource, uint32_t vdpSurface, unsigned int flags);
API(3010, NOCTX) CUresult cuGraphicsVDPAURegisterVideoSurface(CUgraphicsResource *pCudaResource, uint32_t vdpSurface, unsigned int flags);
API(3010) CUresult cuVDPAUCtxCreate(CUcontext *pCtx, unsigned int flags, CUdevice device, uint32_t vdpDevice, void *vdpGetProcAddress);
API(3020) CUresult cuVDPAUCtxCreate_v2(CUcontext *pCtx, unsigned int flags, CUdevice device, uint32_t vdpDevice, void *vdpGetProcAddress);
API(3010) CUresult cuVDPAUGetDevice(CUdevice *pDevice, uint32_t vdpDevice, void *vdpGetProcAddress);

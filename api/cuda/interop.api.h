/* Driver API: OpenGL, EGL and VDPAU interoperability.  Form of a row: api/roles.h. */
API(7000, OP(use_egl)) CUresult cuEGLStreamConsumerAcquireFrame(CUeglStreamConnection *conn, CUgraphicsResource *pCudaResource, CUstream *pStream,
    unsigned int timeout);
API(7000, OP(use_egl)) CUresult cuEGLStreamConsumerConnect(CUeglStreamConnection *conn, void *stream);
API(8000, OP(use_egl)) CUresult cuEGLStreamConsumerConnectWithFlags(CUeglStreamConnection *conn, void *stream, unsigned int flags);
API(7000, OP(use_egl)) CUresult cuEGLStreamConsumerDisconnect(CUeglStreamConnection *conn);
API(7000, OP(use_egl)) CUresult cuEGLStreamConsumerReleaseFrame(CUeglStreamConnection *conn, CUgraphicsResource pCudaResource, CUstream *pStream);
API(7000, OP(use_egl)) CUresult cuEGLStreamProducerConnect(CUeglStreamConnection *conn, void *stream, int width, int height);
API(7000, OP(use_egl)) CUresult cuEGLStreamProducerDisconnect(CUeglStreamConnection *conn);
API(7000, OP(use_egl)) CUresult cuEGLStreamProducerPresentFrame(CUeglStreamConnection *conn, CUeglFrame eglframe, CUstream *pStream);
API(7000, OP(use_egl)) CUresult cuEGLStreamProducerReturnFrame(CUeglStreamConnection *conn, CUeglFrame *eglframe, CUstream *pStream);
API(7000, OP(use_egl)) CUresult cuEventCreateFromEGLSync(CUevent *phEvent, void *eglSync, unsigned int flags);
API(2000, OP(use_opengl)) CUresult cuGLCtxCreate(CUcontext *pCtx, unsigned int Flags, CUdevice device);
API(3020, OP(use_opengl)) CUresult cuGLCtxCreate_v2(CUcontext *pCtx, unsigned int Flags, CUdevice device);
API(4010, OP(use_opengl)) CUresult cuGLGetDevices(unsigned int *pCudaDeviceCount, CUdevice *pCudaDevices, unsigned int cudaDeviceCount, CUGLDeviceList deviceList);
API(6050, OP(use_opengl)) CUresult cuGLGetDevices_v2(unsigned int *pCudaDeviceCount, CUdevice *pCudaDevices, unsigned int cudaDeviceCount, CUGLDeviceList deviceList);
API(2000, OP(use_opengl)) CUresult cuGLInit(void);
API(2000, OP(use_opengl)) CUresult cuGLMapBufferObject(CUdeviceptr_v1 *dptr, unsigned int *size, unsigned int buffer);
API(3020, PTDS OP(use_opengl)) CUresult cuGLMapBufferObject_v2(CUdeviceptr *dptr, size_t *size, unsigned int buffer);
API(2030, OP(use_opengl)) CUresult cuGLMapBufferObjectAsync(CUdeviceptr_v1 *dptr, unsigned int *size, unsigned int buffer, CUstream hStream);
API(3020, PTSZ OP(use_opengl)) CUresult cuGLMapBufferObjectAsync_v2(CUdeviceptr *dptr, size_t *size, unsigned int buffer, CUstream hStream);
API(2000, OP(use_opengl)) CUresult cuGLRegisterBufferObject(unsigned int buffer);
API(2030, OP(use_opengl)) CUresult cuGLSetBufferObjectMapFlags(unsigned int buffer, unsigned int Flags);
API(2000, OP(use_opengl)) CUresult cuGLUnmapBufferObject(unsigned int buffer);
API(2030, OP(use_opengl)) CUresult cuGLUnmapBufferObjectAsync(unsigned int buffer, CUstream hStream);
API(2000, OP(use_opengl)) CUresult cuGLUnregisterBufferObject(unsigned int buffer);
API(7000, NOCTX OP(use_egl)) CUresult cuGraphicsEGLRegisterImage(CUgraphicsResource *pCudaResource, void *image, unsigned int flags);
API(3000, NOCTX OP(use_opengl)) CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *pCudaResource, unsigned int buffer, unsigned int Flags);
API(3000, NOCTX OP(use_opengl)) CUresult cuGraphicsGLRegisterImage(CUgraphicsResource *pCudaResource, unsigned int image, unsigned int target, unsigned int Flags);
API(3000, NOCTX ASYNC PTSZ) CUresult cuGraphicsMapResources(COUNT unsigned int count, LIST(graphics_resource, count) CUgraphicsResource *resources, STREAM CUstream hStream);
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
API(3000, NOCTX ASYNC PTSZ) CUresult cuGraphicsUnmapResources(COUNT unsigned int count, LIST(graphics_resource, count) CUgraphicsResource *resources,
    STREAM CUstream hStream);
API(3000, NOCTX) CUresult cuGraphicsUnregisterResource(DEL(graphics_resource) CUgraphicsResource resource);
API(3010, NOCTX OP(use_vdpau)) CUresult cuGraphicsVDPAURegisterOutputSurface(CUgraphicsResource *pCudaResource, uint32_t vdpSurface, unsigned int flags);
API(3010, NOCTX OP(use_vdpau)) CUresult cuGraphicsVDPAURegisterVideoSurface(CUgraphicsResource *pCudaResource, uint32_t vdpSurface, unsigned int flags);
API(3010, OP(use_vdpau)) CUresult cuVDPAUCtxCreate(CUcontext *pCtx, unsigned int flags, CUdevice device, uint32_t vdpDevice, CB void *vdpGetProcAddress);
API(3020, OP(use_vdpau)) CUresult cuVDPAUCtxCreate_v2(CUcontext *pCtx, unsigned int flags, CUdevice device, uint32_t vdpDevice, CB void *vdpGetProcAddress);
API(3010, OP(use_vdpau)) CUresult cuVDPAUGetDevice(CUdevice *pDevice, uint32_t vdpDevice, CB void *vdpGetProcAddress);

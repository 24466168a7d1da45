/* Devices: counting, choosing, attributes, limits, peers, versions. */
#include "softrt/softrt.h"

static int device_count(int *out)
{
    if (!out)
        return cudaErrorInvalidValue;
    *out = iq_rt_device_count();
    return 0;
}

IQ_RT_HEAD(cudaError_t, cudaGetDeviceCount, (int *out))
{
    int code = iq_rt_enter_driver();

    if (code != 0 && out)
        *out = 0;
    return iq_rt_leave(code == 0 ? device_count(out) : code);
}

static int get_device(int *out)
{
    return out ? iq_rt_current_device(out) : (int)cudaErrorInvalidValue;
}

static int device_attribute(int *out, int attribute, int device)
{
    if (!out || attribute < 1 || attribute >= cudaDevAttrMax)
        return cudaErrorInvalidValue;
    if (iq_rt_bad_device(device))
        return cudaErrorInvalidDevice;
    return (int)iq_drv.DeviceGetAttribute(out, (CUdevice_attribute)attribute, device);
}

enum { FLAGS_KNOWN = cudaDeviceMask };

static int set_flags(int device, unsigned flags)
{
    if (flags & ~(unsigned)FLAGS_KNOWN)
        return cudaErrorInvalidValue;
    return (int)iq_drv.DevicePrimaryCtxSetFlags(device, flags & ~(unsigned)cudaDeviceMapHost);
}

static int set_device_flags(unsigned flags)
{
    int device;

    iq_rt_current_device(&device);
    return set_flags(device, flags);
}

static int get_device_flags(unsigned *out)
{
    CUcontext current = NULL;
    unsigned flags = 0;
    int device, active, code;

    if (!out)
        return cudaErrorInvalidValue;
    iq_rt_current_device(&device);
    if (iq_drv.CtxGetCurrent(&current) == CUDA_SUCCESS && current)
        code = (int)iq_drv.CtxGetFlags(&flags);
    else
        code = (int)iq_drv.DevicePrimaryCtxGetState(device, &flags, &active);
    if (code == 0)
        *out = flags | cudaDeviceMapHost;
    return code;
}

static int init_device(int device, unsigned device_flags, unsigned flags)
{
    CUcontext context;
    int code = iq_rt_bad_device(device);

    if (code == 0 && (flags & ~(unsigned)cudaInitDeviceFlagsAreValid))
        code = cudaErrorInvalidValue;
    if (code == 0 && (flags & cudaInitDeviceFlagsAreValid))
        code = set_flags(device, device_flags);
    return code == 0 ? iq_rt_primary(device, &context) : code;
}

static int can_access_peer(int *out, int device, int peer)
{
    if (!out)
        return cudaErrorInvalidValue;
    if (iq_rt_bad_device(device) || iq_rt_bad_device(peer))
        return cudaErrorInvalidDevice;
    return (int)iq_drv.DeviceCanAccessPeer(out, device, peer);
}

static int peer_access(int peer, bool enable, unsigned flags)
{
    CUcontext context;
    int code = iq_rt_bad_device(peer);

    if (code == 0)
        code = iq_rt_primary(peer, &context);
    if (code != 0)
        return code;
    return (int)(enable ? iq_drv.CtxEnablePeerAccess(context, flags)
                        : iq_drv.CtxDisablePeerAccess(context));
}

static int p2p_attribute(int *out, int attribute, int src, int dst)
{
    if (!out)
        return cudaErrorInvalidValue;
    if (iq_rt_bad_device(src) || iq_rt_bad_device(dst))
        return cudaErrorInvalidDevice;
    return (int)iq_drv.DeviceGetP2PAttribute(out, (CUdevice_P2PAttribute)attribute, src, dst);
}

static int linear_width(size_t *out, const struct cudaChannelFormatDesc *desc, int device)
{
    CUarray_format format;
    unsigned channels;
    int code;

    if (!out || !desc)
        return cudaErrorInvalidValue;
    code = iq_rt_format(desc, &format, &channels);
    if (code == 0)
        code = iq_rt_bad_device(device);
    return code == 0 ? (int)iq_drv.DeviceGetTexture1DLinearMaxWidth(out, format, channels, device)
                     : code;
}

/* A shared memory bank has four bytes on every device since long; other wishes are taken and
 * forgotten. */
static int bank_size(enum cudaSharedMemConfig *out)
{
    if (!out)
        return cudaErrorInvalidValue;
    *out = cudaSharedMemBankSizeFourByte;
    return 0;
}

IQ_RT_DRV(cudaSetDevice, (int device), iq_rt_set_device(device))
IQ_RT_DRV(cudaGetDevice, (int *out), get_device(out))
IQ_RT_DRV(cudaSetValidDevices, (int *devices, int count),
          devices &&count > 0 ? 0 : (int)cudaErrorInvalidValue)
IQ_RT_DRV(cudaDeviceGetAttribute, (int *out, enum cudaDeviceAttr attribute, int device),
          device_attribute(out, (int)attribute, device))
IQ_RT_DRV(cudaSetDeviceFlags, (unsigned flags), set_device_flags(flags))
IQ_RT_DRV(cudaGetDeviceFlags, (unsigned *out), get_device_flags(out))
IQ_RT_DRV(cudaInitDevice, (int device, unsigned device_flags, unsigned flags),
          init_device(device, device_flags, flags))
IQ_RT_DRV(cudaDeviceReset, (void), iq_rt_reset())
IQ_RT_DRV(cudaThreadExit, (void), iq_rt_reset())
IQ_RT_CTX(cudaDeviceSynchronize, (void), iq_drv.CtxSynchronize())
IQ_RT_CTX(cudaThreadSynchronize, (void), iq_drv.CtxSynchronize())
IQ_RT_CTX(cudaDeviceSetLimit, (enum cudaLimit limit, size_t value),
          iq_drv.CtxSetLimit((CUlimit)limit, value))
IQ_RT_CTX(cudaThreadSetLimit, (enum cudaLimit limit, size_t value),
          iq_drv.CtxSetLimit((CUlimit)limit, value))
IQ_RT_CTX(cudaDeviceGetLimit, (size_t * out, enum cudaLimit limit),
          iq_drv.CtxGetLimit(out, (CUlimit)limit))
IQ_RT_CTX(cudaThreadGetLimit, (size_t * out, enum cudaLimit limit),
          iq_drv.CtxGetLimit(out, (CUlimit)limit))
IQ_RT_CTX(cudaDeviceGetCacheConfig, (enum cudaFuncCache * out),
          iq_drv.CtxGetCacheConfig((CUfunc_cache *)(void *)out))
IQ_RT_CTX(cudaThreadGetCacheConfig, (enum cudaFuncCache * out),
          iq_drv.CtxGetCacheConfig((CUfunc_cache *)(void *)out))
IQ_RT_CTX(cudaDeviceSetCacheConfig, (enum cudaFuncCache config),
          iq_drv.CtxSetCacheConfig((CUfunc_cache)config))
IQ_RT_CTX(cudaThreadSetCacheConfig, (enum cudaFuncCache config),
          iq_drv.CtxSetCacheConfig((CUfunc_cache)config))
IQ_RT_CTX(cudaDeviceGetSharedMemConfig, (enum cudaSharedMemConfig * out), bank_size(out))
IQ_RT_CTX(cudaDeviceSetSharedMemConfig, (enum cudaSharedMemConfig config),
          (int)config > 2 ? (int)cudaErrorInvalidValue : 0)
IQ_RT_CTX(cudaDeviceGetStreamPriorityRange, (int *least, int *greatest),
          iq_drv.CtxGetStreamPriorityRange(least, greatest))
IQ_RT_CTX(cudaCtxResetPersistingL2Cache, (void), iq_drv.CtxResetPersistingL2Cache())
IQ_RT_CTX(cudaDeviceFlushGPUDirectRDMAWrites,
          (enum cudaFlushGPUDirectRDMAWritesTarget target,
           enum cudaFlushGPUDirectRDMAWritesScope scope),
          iq_drv.FlushGPUDirectRDMAWrites((CUflushGPUDirectRDMAWritesTarget)target,
                                          (CUflushGPUDirectRDMAWritesScope)scope))
IQ_RT_DRV(cudaDeviceGetTexture1DLinearMaxWidth,
          (size_t * out, const struct cudaChannelFormatDesc *desc, int device),
          linear_width(out, desc, device))
IQ_RT_DRV(cudaDeviceGetByPCIBusId, (int *out, const char *id),
          out &&id ? (int)iq_drv.DeviceGetByPCIBusId(out, id) : (int)cudaErrorInvalidValue)
IQ_RT_DRV(cudaDeviceGetPCIBusId, (char *out, int length, int device),
          iq_rt_bad_device(device) ? (int)cudaErrorInvalidDevice
                                   : (int)iq_drv.DeviceGetPCIBusId(out, length, device))
IQ_RT_DRV(cudaDeviceCanAccessPeer, (int *out, int device, int peer),
          can_access_peer(out, device, peer))
IQ_RT_CTX(cudaDeviceEnablePeerAccess, (int peer, unsigned flags), peer_access(peer, true, flags))
IQ_RT_CTX(cudaDeviceDisablePeerAccess, (int peer), peer_access(peer, false, 0))
IQ_RT_DRV(cudaDeviceGetP2PAttribute, (int *out, enum cudaDeviceP2PAttr attribute, int src, int dst),
          p2p_attribute(out, (int)attribute, src, dst))

IQ_RT_DRV(cudaDeviceGetDefaultMemPool, (cudaMemPool_t * out, int device),
          iq_rt_bad_device(device) ? (int)cudaErrorInvalidDevice
                                   : (int)iq_drv.DeviceGetDefaultMemPool(out, device))
IQ_RT_DRV(cudaDeviceGetMemPool, (cudaMemPool_t * out, int device),
          iq_rt_bad_device(device) ? (int)cudaErrorInvalidDevice
                                   : (int)iq_drv.DeviceGetMemPool(out, device))
IQ_RT_DRV(cudaDeviceSetMemPool, (int device, cudaMemPool_t pool),
          iq_rt_bad_device(device) ? (int)cudaErrorInvalidDevice
                                   : (int)iq_drv.DeviceSetMemPool(device, pool))
IQ_RT_DRV(cudaDeviceGraphMemTrim, (int device),
          iq_rt_bad_device(device) ? (int)cudaErrorInvalidDevice
                                   : (int)iq_drv.DeviceGraphMemTrim(device))
IQ_RT_DRV(cudaDeviceGetGraphMemAttribute,
          (int device, enum cudaGraphMemAttributeType attribute, void *value),
          iq_drv.DeviceGetGraphMemAttribute(device, (CUgraphMem_attribute)attribute, value))
IQ_RT_DRV(cudaDeviceSetGraphMemAttribute,
          (int device, enum cudaGraphMemAttributeType attribute, void *value),
          iq_drv.DeviceSetGraphMemAttribute(device, (CUgraphMem_attribute)attribute, value))

static int driver_version(int *out)
{
    return out ? (int)iq_drv.DriverGetVersion(out) : (int)cudaErrorInvalidValue;
}

/* Version of the installed driver; 0 without one, and that is no error. */
IQ_RT_HEAD(cudaError_t, cudaDriverGetVersion, (int *out))
{
    int code = iq_rt_enter_driver();

    if (!out)
        return iq_rt_leave(cudaErrorInvalidValue);
    *out = 0;
    if (code == cudaErrorCudartUnloading || code == cudaErrorInitializationError)
        return iq_rt_leave(code);
    return iq_rt_leave(iq_drv.DriverGetVersion ? driver_version(out) : 0);
}

IQ_RT_HEAD(cudaError_t, cudaRuntimeGetVersion, (int *out))
{
    if (!out)
        return iq_rt_leave(cudaErrorInvalidValue);
    *out = iq_rt_version();
    return cudaSuccess;
}

/* A driver without a profiler to switch is as good as one whose profiler listens. */
static int profiler(CUresult code) { return code == CUDA_ERROR_NOT_SUPPORTED ? 0 : (int)code; }

IQ_RT_CTX(cudaProfilerStart, (void), profiler(iq_drv.ProfilerStart()))
IQ_RT_CTX(cudaProfilerStop, (void), profiler(iq_drv.ProfilerStop()))

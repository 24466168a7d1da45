/* The software runtime: the public CUDA runtime API written over the public driver API only.
 * Owner: process-wide state in state.c, per-thread state in thread-local storage; nothing is freed
 * before the process ends.
 * Threads: any.  One lock (registry) guards registration and library loading; look-ups are
 * lock-free.
 * Fork, signals: a child of a process that had initialised the driver gets
 * cudaErrorInitializationError from every call; not async-signal-safe.  Nothing is ever printed. */
#ifndef IQ_SOFTRT_SOFTRT_H
#define IQ_SOFTRT_SOFTRT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "abi/cudart_abi.h"

#ifdef IQ_RT_STATIC
#define IQ_RT_PUBLIC __attribute__((visibility("hidden")))
#else
#define IQ_RT_PUBLIC __attribute__((visibility("default")))
#endif

/* The driver's functions.  A function that the driver lacks answers CUDA_ERROR_NOT_SUPPORTED. */
struct iq_rt_driver {
#define DRV(field, name, version, symbol, params) CUresult(*field) params;
#define DRV_PTDS DRV
#include "driver.def"
    CUresult (*GetProcAddress)(const char *, void **, int, cuuint64_t,
                               CUdriverProcAddressQueryResult *);
};
extern struct iq_rt_driver iq_drv;
/* Loads the driver and fills iq_drv.  Returns 0 or cudaErrorInsufficientDriver.  Called once, under
 * the state's once. */
int iq_rt_driver_load(void);

/* What a thread has chosen and what went wrong in it. */
struct iq_rt_thread {
    int device;        /* by cudaSetDevice, -1 before */
    cudaError_t last;  /* what cudaGetLastError will tell */
    CUcontext checked; /* context found good in [generation] */
    unsigned generation;
};
struct iq_rt_thread *iq_rt_thread(void);

/* Version of the runtime that the program was built with, e.g. 12090: decides struct layouts and
 * parameter lists. */
int iq_rt_version(void);

/* Driver loaded and initialised, nothing about contexts.  0 or the error for the caller. */
int iq_rt_enter_driver(void);
/* As iq_rt_enter_driver, and a context is current: the one the thread has, or the primary one of
 * its device. */
int iq_rt_enter(void);
/* After an error: true when it came from a primary context that had been reset behind our back and
 * lives again now. */
bool iq_rt_revived(int code);
/* Turns a driver's or our own code into the caller's and remembers it as the thread's last
 * error. */
cudaError_t iq_rt_leave(int code);

int iq_rt_device_count(void);
/* Device of the thread: that of its current context, else the chosen one, else 0. */
int iq_rt_current_device(int *device);
int iq_rt_bad_device(int device);                  /* 0 or cudaErrorInvalidDevice */
int iq_rt_primary(int device, CUcontext *context); /* retained */
int iq_rt_set_device(int device);
int iq_rt_reset(void);
void iq_rt_new_generation(void); /* threads look at their context again */

/* What host code registered: kernels and variables by host address. */
enum iq_rt_symbol_kind { IQ_RT_KERNEL, IQ_RT_VARIABLE, IQ_RT_MANAGED, IQ_RT_REFERENCE };
struct iq_rt_fatbin;
struct iq_rt_symbol {
    const void *host;
    const char *name;
    _Atomic(struct iq_rt_fatbin *) bin; /* NULL once its object was unloaded */
    enum iq_rt_symbol_kind kind;
    size_t size;
    _Atomic(CUkernel) kernel;
    struct iq_rt_symbol *next; /* of the same fatbin */
    int dim;                   /* of a texture or surface reference */
};
struct iq_rt_symbol *iq_rt_symbol_find(const void *host);
const struct iq_rt_symbol *iq_rt_symbol_by_kernel(const void *kernel);
/* A function argument: host address of a registered kernel, else taken as a driver's handle.  0, 98
 * or a load error. */
int iq_rt_kernel(const void *func, CUkernel *kernel);
int iq_rt_function(const void *func, CUfunction *function);
/* Device address and size of a registered variable.  0, 13 or a load error. */
int iq_rt_variable(const void *symbol, CUdeviceptr *address, size_t *size);
/* Fills the host pointers of managed variables in this generation. */
int iq_rt_managed_fill(void);

/* Formats of arrays and textures. */
int iq_rt_format(const struct cudaChannelFormatDesc *desc, CUarray_format *format,
                 unsigned *channels);
void iq_rt_channel_desc(CUarray_format format, unsigned channels,
                        struct cudaChannelFormatDesc *desc);
size_t iq_rt_format_bytes(CUarray_format format, unsigned channels);
int iq_rt_array_element(cudaArray_const_t array, size_t *bytes);
/* The runtime's 3D copy as the driver's; [out] is complete on 0. */
int iq_rt_copy3d(const struct cudaMemcpy3DParms *params, CUDA_MEMCPY3D *out);
void iq_rt_copy3d_back(const CUDA_MEMCPY3D *copy, struct cudaMemcpy3DParms *params);
/* Kinds a symbol may be copied with. */
bool iq_rt_to_symbol_kind(int kind);
bool iq_rt_from_symbol_kind(int kind);

static inline CUdeviceptr iq_dptr(const void *pointer) { return (CUdeviceptr)(uintptr_t)pointer; }

static inline void *iq_hptr(CUdeviceptr address) { return (void *)(uintptr_t)address; }

static inline CUarray iq_array(const void *array) { return (CUarray)(uintptr_t)array; }

/* Bodies of entry points.  RAW does nothing around [expr]; DRV initialises the driver; CTX also
 * binds a context. STREAM adds the `_ptsz` twin: [params] must name its stream `stream`.  SYNC adds
 * the `_ptds` twin and gives [expr] `pt`. */
#define IQ_RT_HEAD(type, name, params) \
    IQ_RT_PUBLIC type name params;     \
    IQ_RT_PUBLIC type name params
#define IQ_RT_BODY(enter, setup, expr)                                   \
    {                                                                    \
        setup;                                                           \
        int iq_rc = enter();                                             \
        if (iq_rc == 0) {                                                \
            iq_rc = (int)(expr);                                         \
            if (__builtin_expect(iq_rc != 0, 0) && iq_rt_revived(iq_rc)) \
                iq_rc = (int)(expr);                                     \
        }                                                                \
        return iq_rt_leave(iq_rc);                                       \
    }
#define IQ_RT_RAW(name, params, expr) \
    IQ_RT_HEAD(cudaError_t, name, params) { return iq_rt_leave((int)(expr)); }
#define IQ_RT_DRV(name, params, expr) \
    IQ_RT_HEAD(cudaError_t, name, params) IQ_RT_BODY(iq_rt_enter_driver, (void)0, expr)
#define IQ_RT_CTX(name, params, expr) \
    IQ_RT_HEAD(cudaError_t, name, params) IQ_RT_BODY(iq_rt_enter, (void)0, expr)
#define IQ_RT_STREAM(name, params, expr)         \
    IQ_RT_CTX(name, params, expr)                \
    IQ_RT_HEAD(cudaError_t, name##_ptsz, params) \
    IQ_RT_BODY(iq_rt_enter, stream = iq_rt_own_stream(stream), expr)
#define IQ_RT_SYNC(name, params, expr)                   \
    IQ_RT_HEAD(cudaError_t, name, params)                \
    IQ_RT_BODY(iq_rt_enter, const bool pt = false, expr) \
    IQ_RT_HEAD(cudaError_t, name##_ptds, params)         \
    IQ_RT_BODY(iq_rt_enter, const bool pt = true, expr)

static inline cudaStream_t iq_rt_own_stream(cudaStream_t stream)
{
    return stream ? stream : CU_STREAM_PER_THREAD;
}

#endif

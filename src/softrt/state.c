/* Start, end and the contexts: lazy initialisation, the device of each thread, primary contexts,
 * last errors. A primary context is retained once per device, at the first call that needs it, and
 * released when the process ends. */
#include <pthread.h>

#include "softrt/softrt.h"

enum { MAX_DEVICES = 64, DEFAULT_VERSION = 13000 };

struct primary {
    CUcontext context;
    bool retained;
};

static struct {
    pthread_once_t once;
    pthread_mutex_t lock; /* guards primaries */
    _Atomic int version;
    atomic_bool started; /* the driver was loaded and initialised, well or not */
    atomic_bool forked, ended;
    int code, devices;
    atomic_uint generation;
    struct primary primary[MAX_DEVICES];
} state = { .once = PTHREAD_ONCE_INIT,
            .lock = PTHREAD_MUTEX_INITIALIZER,
            .version = DEFAULT_VERSION,
            .generation = 1 };

static _Thread_local struct iq_rt_thread thread_state = { .device = -1 };

IQ_RT_PUBLIC void inquest_softrt_set_version(int version);
IQ_RT_PUBLIC void inquest_softrt_set_version(int version)
{
    if (version >= 1000)
        state.version = version;
}

int iq_rt_version(void) { return state.version; }

struct iq_rt_thread *iq_rt_thread(void) { return &thread_state; }

static void in_child(void)
{
    pthread_mutex_init(&state.lock, NULL);
    if (state.started)
        state.forked = true;
}

static void start(void)
{
    int version = 0;

    pthread_atfork(NULL, NULL, in_child);
    state.code = iq_rt_driver_load();
    if (state.code == 0 && iq_drv.DriverGetVersion(&version) == CUDA_SUCCESS &&
        version / 1000 < state.version / 1000)
        state.code = cudaErrorInsufficientDriver;
    if (state.code == 0)
        state.code = (int)iq_drv.Init(0);
    if (state.code == 0)
        state.code = (int)iq_drv.DeviceGetCount(&state.devices);
    if (state.code == 0 && state.devices == 0)
        state.code = cudaErrorNoDevice;
    if (state.devices > MAX_DEVICES)
        state.devices = MAX_DEVICES;
    state.started = true;
}

int iq_rt_enter_driver(void)
{
    if (__builtin_expect(state.ended, 0))
        return cudaErrorCudartUnloading;
    if (__builtin_expect(state.forked, 0))
        return cudaErrorInitializationError;
    if (__builtin_expect(!state.started, 0))
        pthread_once(&state.once, start);
    return state.code;
}

int iq_rt_device_count(void) { return state.devices; }

int iq_rt_bad_device(int device)
{
    return device >= 0 && device < state.devices ? 0 : cudaErrorInvalidDevice;
}

void iq_rt_new_generation(void) { state.generation++; }

/* A device that a fault has made unusable for this process refuses a new context with that fault's
 * code. */
static int refused(int code)
{
    bool fault = code >= CUDA_ERROR_ILLEGAL_ADDRESS && code <= CUDA_ERROR_LAUNCH_FAILED &&
                 code != CUDA_ERROR_CONTEXT_IS_DESTROYED;

    return fault ? (int)cudaErrorDevicesUnavailable : code;
}

int iq_rt_primary(int device, CUcontext *context)
{
    struct primary *primary = &state.primary[device];
    CUdevice handle = 0;
    int code = 0;

    pthread_mutex_lock(&state.lock);
    if (!primary->retained) {
        code = (int)iq_drv.DeviceGet(&handle, device);
        if (code == 0)
            code = refused((int)iq_drv.DevicePrimaryCtxRetain(&primary->context, handle));
        primary->retained = code == 0;
    }
    *context = primary->context;
    pthread_mutex_unlock(&state.lock);
    return code;
}

/* Ordinal of the device whose primary context [context] is, or -1. */
static int primary_of(CUcontext context, bool *retained)
{
    int device = -1;

    pthread_mutex_lock(&state.lock);
    for (int i = 0; i < state.devices && device < 0; i++)
        if (state.primary[i].context == context) {
            device = i;
            *retained = state.primary[i].retained;
        }
    pthread_mutex_unlock(&state.lock);
    return device;
}

static int bind(struct iq_rt_thread *thread, int device)
{
    unsigned generation = state.generation;
    CUcontext context = NULL;
    int code = iq_rt_primary(device, &context);

    if (code == 0)
        code = (int)iq_drv.CtxSetCurrent(context);
    if (code == 0) {
        thread->checked = context;
        thread->generation = generation;
        code = iq_rt_managed_fill();
    }
    return code;
}

/* The thread has [current], which was not looked at in this generation. */
static int check_current(struct iq_rt_thread *thread, CUcontext current)
{
    unsigned generation = state.generation;
    bool retained = false;
    int device = primary_of(current, &retained);

    if (device >= 0 && !retained)
        return bind(thread, device);
    thread->checked = current;
    thread->generation = generation;
    return iq_rt_managed_fill();
}

int iq_rt_enter(void)
{
    struct iq_rt_thread *thread = &thread_state;
    CUcontext current = NULL;
    int code = iq_rt_enter_driver();

    if (code != 0)
        return code;
    code = (int)iq_drv.CtxGetCurrent(&current);
    if (code != 0)
        return code;
    if (__builtin_expect(current != NULL && current == thread->checked &&
                             thread->generation == state.generation,
                         1))
        return 0;
    if (!current)
        return bind(thread, thread->device >= 0 ? thread->device : 0);
    return check_current(thread, current);
}

/* A reset of the primary context through the driver API shows only when a call fails. */
bool iq_rt_revived(int code)
{
    CUcontext current = NULL;
    bool retained = false;
    unsigned flags;
    int device, active = 1;

    if ((code != CUDA_ERROR_CONTEXT_IS_DESTROYED && code != CUDA_ERROR_INVALID_CONTEXT) ||
        state.code != 0)
        return false;
    if (iq_drv.CtxGetCurrent(&current) != CUDA_SUCCESS || !current)
        return false;
    device = primary_of(current, &retained);
    if (device < 0 || !retained ||
        iq_drv.DevicePrimaryCtxGetState(device, &flags, &active) != CUDA_SUCCESS || active)
        return false;
    pthread_mutex_lock(&state.lock);
    state.primary[device].retained = false;
    pthread_mutex_unlock(&state.lock);
    iq_rt_new_generation();
    return iq_rt_enter() == 0;
}

static int known(int code)
{
    switch (code) {
/* clang-format off */
#define ERROR(number, name, text) \
    case number: return code;
#include "cudart/errors.def"
        /* clang-format on */
    default: return cudaErrorUnknown;
    }
}

cudaError_t iq_rt_leave(int code)
{
    if (__builtin_expect(code == 0, 1))
        return cudaSuccess;
    code = known(code);
    if (code != cudaErrorNotReady)
        thread_state.last = (cudaError_t)code;
    return (cudaError_t)code;
}

int iq_rt_current_device(int *device)
{
    CUcontext current = NULL;
    CUdevice handle = 0;

    *device = thread_state.device >= 0 ? thread_state.device : 0;
    if (iq_drv.CtxGetCurrent(&current) == CUDA_SUCCESS && current &&
        iq_drv.CtxGetDevice(&handle) == CUDA_SUCCESS)
        *device = handle;
    return 0;
}

int iq_rt_set_device(int device)
{
    int code = iq_rt_bad_device(device);

    if (code != 0)
        return code;
    thread_state.device = device;
    if (state.version < 12000 && !state.primary[device].retained)
        /* older runtimes initialise at the first call that needs it */
        return (int)iq_drv.CtxSetCurrent(NULL);
    return bind(&thread_state, device);
}

int iq_rt_reset(void)
{
    int device = 0, code;

    iq_rt_current_device(&device);
    code = (int)iq_drv.DevicePrimaryCtxReset(device);
    pthread_mutex_lock(&state.lock);
    state.primary[device].retained = false;
    pthread_mutex_unlock(&state.lock);
    iq_rt_new_generation();
    return code;
}

/* Runs after the program's own exit handlers, which unregister its kernels. */
__attribute__((destructor)) static void finish(void)
{
    if (!state.started || state.forked || state.ended)
        return;
    state.ended = true;
    for (int i = 0; i < state.devices && state.code == 0; i++)
        if (state.primary[i].retained)
            (void)iq_drv.DevicePrimaryCtxRelease(i);
}

/* Launches that would not fit the device with checks, which take registers: those of grids that are
 * there all at once, and of clusters.  The program's own image is loaded beside the instrumented
 * one and its kernel launched; see kernel_checks.h. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "process/modules.h"
#include "wrap/kernel_checks.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void iq_checked_module_keep_original(struct iq_checked_module *module, const void *image,
                                     size_t size)
{
    if (iq_modules_path((uintptr_t)image)) {
        module->original = image;
        return;
    }
    char *copy = calloc(1, size + 1);
    if (copy)
        memcpy(copy, image, size);
    module->original = copy;
    module->owns_original = copy;
}

/* Attributes that the program may have set. */
static void copy_attributes(CUfunction from, CUfunction to)
{
    static const CUfunction_attribute attributes[] = {
        CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
        CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
        CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED
    };
    int value;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (!iq_kernel_real.cuFuncGetAttribute(&value, attributes[i], from))
            (void)iq_kernel_real.cuFuncSetAttribute(to, attributes[i], value);
}

/* Under the lock. */
static CUfunction load(const struct iq_checked_kernel *kernel)
{
    const struct iq_checked_module *head =
        kernel->module->head ? kernel->module->head : kernel->module;
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    CUmodule module;
    CUfunction function = NULL;
    if (!head->original)
        return NULL;
    iq_kernel_real.cuThreadExchangeStreamCaptureMode(&mode);
    if (!iq_kernel_real.cuModuleLoadData(&module, head->original) &&
        iq_kernel_real.cuModuleGetFunction(&function, module, kernel->name)) {
        iq_kernel_real.cuModuleUnload(module);
        function = NULL;
    }
    iq_kernel_real.cuThreadExchangeStreamCaptureMode(&mode);
    return function;
}

static CUfunction unchanged(CUfunction function, struct iq_checked_kernel *kernel)
{
    CUcontext context = NULL;
    if (iq_kernel_real.cuCtxGetCurrent(&context) || !context)
        return NULL;
    pthread_mutex_lock(&lock);
    if (kernel->context != context) {
        kernel->unchanged = load(kernel);
        kernel->context = context;
    }
    CUfunction own = kernel->unchanged;
    pthread_mutex_unlock(&lock);
    if (own)
        copy_attributes(function, own);
    return own;
}

static const CUlaunchAttribute *find_attribute(const CUlaunchConfig *config, CUlaunchAttributeID id)
{
    for (unsigned i = 0; config && i < config->numAttrs; i++)
        if (config->attrs[i].id == id)
            return &config->attrs[i];
    return NULL;
}

/* Are all blocks on the device at once?  What cannot be said fits. */
static bool fits_at_once(CUfunction function, const unsigned *shape)
{
    uint64_t blocks = (uint64_t)shape[0] * shape[1] * shape[2],
             threads = (uint64_t)shape[3] * shape[4] * shape[5];
    CUdevice device;
    int each = 0, processors = 0;
    return threads > INT32_MAX || iq_kernel_real.cuCtxGetDevice(&device) ||
           iq_kernel_real.cuDeviceGetAttribute(&processors,
                                               CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device) ||
           iq_kernel_real.cuOccupancyMaxActiveBlocksPerMultiprocessor(&each, function, (int)threads,
                                                                      shape[6]) ||
           blocks <= (uint64_t)each * (uint64_t)processors;
}

static bool fits(CUfunction function, const struct iq_kernel_shape *shape)
{
    const CUlaunchAttribute *wants = find_attribute(shape->config, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
    int clusters = 0;
    if ((shape->cooperative || (wants && wants->value.cooperative)) &&
        !fits_at_once(function, shape->shape))
        return false;
    return !find_attribute(shape->config, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) ||
           !iq_kernel_real.cuOccupancyMaxActiveClusters ||
           iq_kernel_real.cuOccupancyMaxActiveClusters(&clusters, function, shape->config) ||
           clusters > 0;
}

CUfunction iq_kernel_instead(CUfunction function, struct iq_checked_kernel *kernel,
                             const struct iq_kernel_shape *shape)
{
    return fits(function, shape) ? NULL : unchanged(function, kernel);
}

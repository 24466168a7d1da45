/* Launches that would not fit the device with checks, which take registers.
 * For blocks of too many threads the kernel is instrumented once more, with fewer registers, and
 * launched out of a second module.  For grids that are there all at once and for clusters the
 * program's own image is loaded beside the instrumented one, and its kernel launched. */
#include "wrap/kernel_fit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "image/image.h"
#include "process/modules.h"
#include "wrap/kernel_checks.h"

enum { BLOCK_MAX = 1024, ALWAYS = 256 /* threads that have registers, however many they take */ };

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

/* Threads that a block may have; what the driver does not say is no limit. */
static unsigned most_threads(CUfunction function)
{
    int most = 0;
    CUresult error =
        iq_kernel_real.cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
    return error || most <= 0 ? BLOCK_MAX : (unsigned)most;
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

static struct iq_checked_module *head_of(const struct iq_checked_kernel *kernel)
{
    return kernel->module->head ? kernel->module->head : kernel->module;
}

/* The fat binary in a wrapper: the runtime passes wrappers, which cuModuleLoadData does not take.
 */
static const void *unwrapped(const void *image)
{
    struct iq_image_source source = iq_image_in_memory(image);
    struct iq_image found;
    bool known = !iq_image_sniff(&source, &found);
    return known && found.kind == IQ_IMAGE_FATBIN_WRAPPER && found.fatbin ? found.fatbin : image;
}

/* Kernel [name] of *module, which [image] becomes; NULL: the driver does not load it. */
static CUfunction load(const void *image, const char *name, CUmodule *module)
{
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    CUfunction function = NULL;
    iq_kernel_real.cuThreadExchangeStreamCaptureMode(&mode);
    if (!iq_kernel_real.cuModuleLoadData(module, unwrapped(image)) &&
        iq_kernel_real.cuModuleGetFunction(&function, *module, name)) {
        iq_kernel_real.cuModuleUnload(*module);
        function = NULL;
    }
    iq_kernel_real.cuThreadExchangeStreamCaptureMode(&mode);
    return function;
}

/* [kernel] with checks, and with no more registers than blocks of [threads] have. */
static CUfunction load_capped(const struct iq_checked_kernel *kernel, unsigned threads)
{
    struct iq_checked_module *head = head_of(kernel);
    const struct iq_instrument_cap cap = { kernel->name, threads };
    const void *image;
    CUmodule handle;
    struct iq_checked_module *made = iq_checked_module_make(head->original, &cap, 1, &image);
    CUfunction function = made && image ? load(image, kernel->name, &handle) : NULL;
    if (!function) {
        iq_checked_module_drop(made);
        return NULL;
    }
    made->again = head;
    iq_checked_module_keep(made, handle);
    iq_checked_kernel_note(function, made, kernel->name);
    return function;
}

/* Under the lock. */
static void load_other(struct iq_checked_kernel *kernel, struct iq_kernel_other *other,
                       unsigned threads)
{
    const struct iq_checked_module *head = head_of(kernel);
    CUcontext context = NULL;
    CUmodule module;
    if (iq_kernel_real.cuCtxGetCurrent(&context) || !context || other->context == context)
        return;
    other->context = context;
    other->function = !head->original ? NULL
                      : threads       ? load_capped(kernel, threads)
                                      : load(head->original, kernel->name, &module);
}

/* The program's own kernel instead of [function], which is [kernel], or ([threads]) one with checks
 * for blocks of so many threads; NULL: it cannot be had. */
static CUfunction other_of(CUfunction function, struct iq_checked_kernel *kernel, unsigned threads)
{
    struct iq_kernel_other *other = threads ? &kernel->capped : &kernel->unchanged;
    pthread_mutex_lock(&lock);
    load_other(kernel, other, threads);
    CUfunction found = other->function;
    pthread_mutex_unlock(&lock);
    if (found)
        copy_attributes(function, found);
    return found;
}

static const CUlaunchAttribute *find_attribute(const CUlaunchConfig *config, CUlaunchAttributeID id)
{
    for (unsigned i = 0; config && i < config->numAttrs; i++)
        if (config->attrs[i].id == id)
            return &config->attrs[i];
    return NULL;
}

static uint64_t threads_of(const unsigned *shape)
{
    return (uint64_t)shape[3] * shape[4] * shape[5];
}

/* Are all blocks on the device at once?  What cannot be said fits. */
static bool fits_at_once(CUfunction function, const unsigned *shape)
{
    uint64_t blocks = (uint64_t)shape[0] * shape[1] * shape[2], threads = threads_of(shape);
    CUdevice device;
    int each = 0, processors = 0;
    return threads > INT32_MAX || iq_kernel_real.cuCtxGetDevice(&device) ||
           iq_kernel_real.cuDeviceGetAttribute(&processors,
                                               CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device) ||
           iq_kernel_real.cuOccupancyMaxActiveBlocksPerMultiprocessor(&each, function, (int)threads,
                                                                      shape[6]) ||
           blocks <= (uint64_t)each * (uint64_t)processors;
}

/* Have the threads of a block their registers? */
static bool has_registers(CUfunction function, const unsigned *shape)
{
    uint64_t threads = threads_of(shape);
    return threads <= ALWAYS || threads > BLOCK_MAX || threads <= most_threads(function);
}

/* Nothing that checks take can matter: most launches, of which the driver is not asked. */
static bool fits_always(const struct iq_kernel_shape *shape)
{
    return threads_of(shape->shape) <= ALWAYS && !shape->cooperative &&
           !(shape->config && shape->config->numAttrs);
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

/* [function] with as few registers that it fits [shape], if the program's own does. */
static CUfunction with_registers(CUfunction function, struct iq_checked_kernel *kernel,
                                 const unsigned *shape)
{
    CUfunction own, made;
    if (kernel->kernel->is_bounded || has_registers(function, shape) ||
        !(own = other_of(function, kernel, 0)) || !has_registers(own, shape))
        return function;
    made = other_of(function, kernel, most_threads(own));
    return made && has_registers(made, shape) ? made : own;
}

/* What the driver answers questions about: of a kernel of a library, that of this context. */
static CUfunction in_context(CUfunction function, const struct iq_checked_kernel *kernel)
{
    CUfunction here;
    if (kernel->of_library != (const void *)function || !iq_kernel_real.cuKernelGetFunction ||
        iq_kernel_real.cuKernelGetFunction(&here, (CUkernel)(void *)function))
        return function;
    return here;
}

bool iq_kernel_own_instead(CUfunction *function)
{
    struct iq_checked_kernel *kernel = iq_checked_kernel_of(*function);
    CUfunction own =
        kernel && kernel->kernel ? other_of(in_context(*function, kernel), kernel, 0) : NULL;
    if (!own)
        return false;
    iq_kernel_coverage_revoke(kernel, IQ_KERNEL_DOES_NOT_FIT);
    *function = own;
    return true;
}

struct iq_checked_kernel *iq_kernel_fitting(CUfunction *function, struct iq_checked_kernel *kernel,
                                            const struct iq_kernel_shape *shape)
{
    if (fits_always(shape))
        return kernel;
    CUfunction here = in_context(*function, kernel),
               other = with_registers(here, kernel, shape->shape), own;
    if (!fits(other, shape) && (own = other_of(here, kernel, 0)))
        other = own;
    if (other == here)
        return kernel;
    *function = other;
    return iq_checked_kernel_find(other);
}

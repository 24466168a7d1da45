/* Instrumented images and the kernels in them; see kernel_checks.h. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "call/guest.h"
#include "image/image.h"
#include "process/modules.h"
#include "wrap/kernel_checks.h"

enum { FUNCTIONS = 1 << 14, WRAPPER_WORDS = 3, HEADER_BYTES = 16 };
enum { FLAG_LZ4 = 0x2000, FLAG_ZSTD = 0x8000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct iq_checked_module *modules; /* atomic */
static struct {
    const void *function;
    struct iq_checked_kernel kernel;
} functions[FUNCTIONS]; /* by hash; entries are only added or changed, under the lock */

struct iq_checked_module *iq_checked_modules(void)
{
    return __atomic_load_n(&modules, __ATOMIC_ACQUIRE);
}

/* The compute capability of the current context's device, or of the first one; 90 for 9.0. */
static int capability(void)
{
    CUdevice device = 0;
    int major = 0, minor = 0;
    if (!iq_real_cuda.cuCtxGetDevice || iq_real_cuda.cuCtxGetDevice(&device))
        device = 0;
    if (iq_real_cuda.cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                          device) ||
        iq_real_cuda.cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                                          device))
        return 0;
    return major * 10 + minor;
}

/* The PTX of [image] that the driver would compile for [device]; false: none. */
static bool find_ptx(const struct iq_image *image, int device, struct iq_image_entry *best)
{
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    bool found = false;
    for (iq_image_begin(image, &cursor); iq_image_next(&cursor, &entry);) {
        bool usable = entry.kind == IQ_ENTRY_PTX && entry.bits64 && !entry.fatbin &&
                      (entry.variant ? entry.arch == device : entry.arch <= device);
        if (entry.plain && entry.kind == IQ_ENTRY_PTX)
            usable = true;
        if (usable && (!found || entry.arch > best->arch)) {
            *best = entry;
            found = true;
        }
    }
    return found;
}

static void put_u32(uint8_t *at, uint32_t value) { memcpy(at, &value, sizeof value); }
static void put_u64(uint8_t *at, uint64_t value) { memcpy(at, &value, sizeof value); }

/* A fatbin with [text] alone, and all else that the entry says: the options of the compiler, too.
 * The wrapper, where there was one, comes first. */
static void *make_fatbin(const struct iq_image *image, const struct iq_image_entry *entry,
                         const char *text, size_t size)
{
    const uint8_t *header = image->fatbin + entry->offset;
    uint32_t header_bytes;
    memcpy(&header_bytes, header + 4, sizeof header_bytes);
    uint64_t payload = (size + 1 + 7) / 8 * 8, flags;
    bool wrapped = image->kind == IQ_IMAGE_FATBIN_WRAPPER;
    size_t wrapper_bytes = wrapped ? WRAPPER_WORDS * 8 : 0;
    uint8_t *made = calloc(1, wrapper_bytes + HEADER_BYTES + header_bytes + payload);
    if (!made)
        return NULL;
    uint8_t *fatbin = made + wrapper_bytes, *copy = fatbin + HEADER_BYTES;
    if (wrapped) {
        memcpy(made, image->source.bytes, 8);
        put_u64(made + 8, (uint64_t)(uintptr_t)fatbin);
    }
    memcpy(fatbin, image->fatbin, HEADER_BYTES);
    put_u64(fatbin + 8, header_bytes + payload);
    memcpy(copy, header, header_bytes);
    put_u64(copy + 8, payload);
    put_u32(copy + 16, 0);
    memcpy(&flags, copy + 40, sizeof flags);
    put_u64(copy + 40, flags & ~(uint64_t)(FLAG_LZ4 | FLAG_ZSTD));
    put_u64(copy + 56, 0);
    memcpy(copy + header_bytes, text, size);
    return made;
}

void iq_checked_module_called(struct iq_checked_module *module, const char *path)
{
    const char *slash = strrchr(path, '/');
    snprintf(module->name, sizeof module->name, "%s", slash ? slash + 1 : path);
}

/* The file that [image] lies in, or what it is. */
static void name_image(struct iq_checked_module *module, const void *image,
                       const struct iq_image *found)
{
    const char *path = iq_modules_path((uintptr_t)image);
    if (path)
        iq_checked_module_called(module, path);
    else
        snprintf(module->name, sizeof module->name, "%s of %zu bytes",
                 iq_image_kind_name(found->kind), found->size);
}

/* The PTX of [image], unpacked; NULL: *why says why there is none. */
static char *take_ptx(const struct iq_image *found, struct iq_image_entry *entry, size_t *size,
                      const char **why)
{
    char *text = NULL;
    *why = found->wrapper_version > 1              ? "it was built with -rdc=true"
           : !find_ptx(found, capability(), entry) ? "it has no PTX for this device"
                                                   : "its PTX cannot be unpacked";
    if (found->wrapper_version > 1 || !find_ptx(found, capability(), entry) ||
        iq_image_unpack(entry, &text, size))
        return NULL;
    return text;
}

static void make_image(struct iq_checked_module *module, const struct iq_image *found,
                       const struct iq_image_entry *entry)
{
    module->told = calloc(module->code.site_count, sizeof *module->told);
    module->image = entry->plain ? module->code.text
                                 : make_fatbin(found, entry, module->code.text, module->code.size);
    if (!module->image || !module->told)
        iq_checked_module_give_up(module, "there is not enough memory");
}

struct iq_checked_module *iq_checked_module_make(const void *image,
                                                 const struct iq_instrument_cap *caps,
                                                 uint32_t cap_count, const void **instead)
{
    struct iq_image_source source = { .bytes = image,
                                      .size = IQ_IMAGE_SIZE_UNKNOWN,
                                      .readable = iq_image_probe_readable };
    struct iq_image found;
    struct iq_image_entry entry;
    size_t size;
    *instead = NULL;
    struct iq_checked_module *module = calloc(1, sizeof *module);
    if (!module)
        return NULL;
    module->why_not = "its image is damaged";
    if (iq_image_sniff(&source, &found) || found.health != IQ_IMAGE_WHOLE)
        return module;
    name_image(module, image, &found);
    char *text = take_ptx(&found, &entry, &size, &module->why_not);
    if (text && !iq_instrument(text, size, iq_kernel_checks_wanted(), caps, cap_count,
                               &module->code, &module->why_not)) {
        module->why_not = NULL;
        make_image(module, &found, &entry);
    }
    free(text);
    *instead = module->image;
    return module;
}

static void free_code(struct iq_checked_module *module)
{
    if (module->image != module->code.text)
        free(module->image);
    free(module->told);
    iq_instrumented_finish(&module->code);
    module->image = module->told = NULL;
}

void iq_checked_module_give_up(struct iq_checked_module *module, const char *why)
{
    free_code(module);
    module->why_not = why;
}

void iq_checked_module_drop(struct iq_checked_module *module)
{
    if (module)
        free_code(module);
    free(module);
}

void iq_checked_module_keep(struct iq_checked_module *module, const void *handle)
{
    pthread_mutex_lock(&lock);
    for (struct iq_checked_module *old = modules; old; old = old->next)
        if (old->handle == handle)
            old->handle = NULL; /* the driver gave the handle out again */
    module->handle = handle;
    module->next = modules;
    __atomic_store_n(&modules, module, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
}

void iq_checked_module_unloaded(const void *handle)
{
    struct iq_checked_module *module = iq_checked_module_of(handle);
    if (!module)
        return;
    pthread_mutex_lock(&lock);
    module->handle = module->module = NULL;
    if (module->image != module->code.text)
        free(module->image);
    free(module->code.text);
    module->image = module->code.text = NULL;
    pthread_mutex_unlock(&lock);
}

struct iq_checked_module *iq_checked_module_of(const void *handle)
{
    for (struct iq_checked_module *module = iq_checked_modules(); module; module = module->next)
        if (module->handle == handle || (handle && module->module == handle))
            return module;
    return NULL;
}

static size_t slot_of(const void *function)
{
    size_t slot = iq_hash_u64((uint64_t)(uintptr_t)function) % FUNCTIONS;
    for (size_t i = 0; i < FUNCTIONS; i++, slot = (slot + 1) % FUNCTIONS) {
        const void *there = __atomic_load_n(&functions[slot].function, __ATOMIC_ACQUIRE);
        if (there == function || !there)
            return slot;
    }
    return FUNCTIONS;
}

static void note(const void *function, struct iq_checked_kernel kernel)
{
    pthread_mutex_lock(&lock);
    size_t slot = slot_of(function);
    if (slot < FUNCTIONS && (kernel.module || functions[slot].function)) {
        functions[slot].kernel = kernel;
        __atomic_store_n(&functions[slot].function, function, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
}

/* A copy of [name] that stays; one is kept for each function. */
static const char *name_of(const void *function, const struct iq_checked_module *module,
                           const char *name)
{
    struct iq_checked_kernel known;
    bool checked = iq_checked_kernel_find(function, &known);
    return !checked && known.module == module && known.name && !strcmp(known.name, name)
               ? known.name
               : strdup(name);
}

void iq_checked_kernel_note(const void *function, struct iq_checked_module *module,
                            const char *name)
{
    struct iq_checked_kernel found = { .module = module };
    if (!module)
        return;
    for (uint32_t i = 0; i < module->code.kernel_count; i++)
        if (!strcmp(module->code.kernels[i].name, name))
            found.kernel = &module->code.kernels[i];
    found.name = found.kernel ? NULL : name_of(function, module, name);
    note(function, found);
}

void iq_checked_kernel_same(const void *function, const void *as)
{
    struct iq_checked_kernel kernel = { .module = NULL };
    iq_checked_kernel_find(as, &kernel);
    note(function, kernel);
}

bool iq_checked_kernel_find(const void *function, struct iq_checked_kernel *kernel)
{
    size_t slot = slot_of(function);
    bool known = slot < FUNCTIONS && functions[slot].function == function;
    *kernel = known ? functions[slot].kernel : (struct iq_checked_kernel){ .module = NULL };
    return kernel->kernel;
}

/* Instrumented images; see kernel_checks.h. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "call/guest.h"
#include "image/image.h"
#include "process/modules.h"
#include "wrap/kernel_checks.h"
#include "wrap/kernel_fit.h"
#include "wrap/kernel_made.h"
#include "wrap/kernel_store.h"

enum { WRAPPER_WORDS = 3, HEADER_BYTES = 16 };
enum { FLAG_LZ4 = 0x2000, FLAG_ZSTD = 0x8000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct iq_checked_module *modules; /* atomic */

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
static bool find_ptx(const struct iq_image *image, size_t fatbin, int device,
                     struct iq_image_entry *best)
{
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    bool found = false;
    for (iq_image_begin(image, &cursor); iq_image_next(&cursor, &entry);) {
        bool usable = entry.kind == IQ_ENTRY_PTX && entry.bits64 && entry.fatbin == fatbin &&
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

char *iq_checked_ptx(const struct iq_image *image, size_t fatbin, struct iq_image_entry *entry,
                     size_t *size, const char **why)
{
    char *text = NULL;
    bool found = find_ptx(image, fatbin, capability(), entry);
    *why = found ? "its PTX cannot be unpacked" : "it has no PTX for this device";
    return found && !iq_image_unpack(entry, &text, size) ? text : NULL;
}

bool iq_checked_module_index(struct iq_checked_module *module)
{
    uint32_t count = module->code.kernel_count, slots = 2 * count + 1;
    module->told = calloc(module->code.site_count, sizeof *module->told);
    module->names = calloc(slots, sizeof *module->names);
    module->name_slots = slots;
    for (uint32_t i = 0; module->names && i < count; i++) {
        const char *name = module->code.kernels[i].name;
        uint32_t at = (uint32_t)(iq_hash_bytes(name, strlen(name)) % slots);
        while (module->names[at])
            at = (at + 1) % slots;
        module->names[at] = 1 + i;
    }
    return module->told && module->names;
}

static void make_image(struct iq_checked_module *module, const struct iq_image *found,
                       const struct iq_image_entry *entry)
{
    module->why_not = NULL;
    module->image = entry->plain ? module->code.text
                                 : make_fatbin(found, entry, module->code.text, module->code.size);
    if (!module->image || !iq_checked_module_index(module))
        iq_checked_module_give_up(module, "there is not enough memory");
}

/* What nvcc -rdc=true linked: the fatbins of its objects are beside the machine code. */
static void collect_objects(const struct iq_image *found, struct iq_made_from *from)
{
    for (size_t i = 1; i <= found->linked_count; i++) {
        struct iq_image_entry entry;
        const char *why;
        size_t size;
        char *text = iq_checked_ptx(found, i, &entry, &size, &why);
        uint64_t bytes;
        memcpy(&bytes, found->linked[i - 1] + 8, sizeof bytes);
        if (text)
            iq_made_add(from, CU_JIT_INPUT_PTX, text, size);
        else
            iq_made_add(from, CU_JIT_INPUT_FATBINARY, found->linked[i - 1], HEADER_BYTES + bytes);
        free(text);
    }
}

static void keep_parts(struct iq_checked_module *module, const void *image,
                       const struct iq_image *found, const struct iq_made_from *from)
{
    for (size_t i = 0; i < from->inputs.count; i++)
        if (from->inputs.data[i].type != CU_JIT_INPUT_PTX ||
            iq_instrument_has_state(from->inputs.data[i].data))
            return;
    iq_checked_module_keep_original(module, image, found->size);
}

/* Machine code without PTX: is it known what it was made of? */
static void make_of_parts(struct iq_checked_module *module, const void *image,
                          const struct iq_image *found, const struct iq_instrument_cap *caps,
                          uint32_t cap_count)
{
    struct iq_made_from own = { .failed = false };
    const struct iq_made_from *from = iq_made_find(image);
    if (!from && found->wrapper_version > 1)
        collect_objects(found, &own);
    else if (!from && found->kind == IQ_IMAGE_CUBIN)
        (void)iq_made_before(found, &own, &module->why_not); /* else it has no inputs */
    from = from ? from : &own;
    if (from->inputs.count && from->by && !iq_modules_path((uintptr_t)image))
        snprintf(module->name, sizeof module->name, "%s", from->name[0] ? from->name : from->by);
    if (from->inputs.count && !from->failed)
        iq_checked_module_relink(module, from, caps, cap_count);
    if (module->image && found->kind != IQ_IMAGE_LINKED)
        keep_parts(module, image, found, from);
    iq_made_finish(&own);
}

struct iq_checked_module *iq_checked_module_make(const void *image,
                                                 const struct iq_instrument_cap *caps,
                                                 uint32_t cap_count, const void **instead)
{
    struct iq_image_source source = iq_image_in_memory(image);
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
    char *text = iq_checked_ptx(&found, 0, &entry, &size, &module->why_not);
    if (!text)
        make_of_parts(module, image, &found, caps, cap_count);
    else if (!iq_kernel_store_instrument(text, size, iq_kernel_checks_wanted(), caps, cap_count,
                                         &module->code, &module->why_not))
        make_image(module, &found, &entry);
    if (text && module->image && !iq_instrument_has_state(text))
        iq_checked_module_keep_original(module, image, found.size);
    free(text);
    *instead = module->image;
    return module;
}

static void free_original(struct iq_checked_module *module)
{
    if (module->owns_original)
        free((void *)(uintptr_t)module->original);
    module->original = NULL;
    module->owns_original = false;
}

static void free_code(struct iq_checked_module *module)
{
    free_original(module);
    if (module->image != module->code.text)
        free(module->image);
    free(module->told);
    free(module->names);
    iq_instrumented_finish(&module->code);
    module->image = module->told = NULL;
    module->names = NULL;
    while (module->also) {
        struct iq_checked_module *part = module->also;
        module->also = part->also;
        part->also = NULL;
        free_code(part);
        free(part);
    }
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

/* Under the lock. */
static void publish(struct iq_checked_module *module, const void *handle)
{
    module->handle = handle;
    module->next = modules;
    __atomic_store_n(&modules, module, __ATOMIC_RELEASE);
}

void iq_checked_module_keep(struct iq_checked_module *module, const void *handle)
{
    pthread_mutex_lock(&lock);
    for (struct iq_checked_module *old = modules; old; old = old->next)
        if (old->handle == handle)
            old->handle = NULL; /* the driver gave the handle out again */
    for (struct iq_checked_module *part = module->also; part; part = part->also)
        publish(part, handle);
    publish(module, handle);
    pthread_mutex_unlock(&lock);
}

static void free_image(struct iq_checked_module *module)
{
    module->handle = module->module = NULL;
    free_original(module);
    if (module->image != module->code.text)
        free(module->image);
    free(module->code.text);
    module->image = module->code.text = NULL;
}

void iq_checked_module_unloaded(const void *handle)
{
    struct iq_checked_module *module = iq_checked_module_of(handle);
    pthread_mutex_lock(&lock);
    for (; module; module = module->also)
        free_image(module);
    pthread_mutex_unlock(&lock);
}

struct iq_checked_module *iq_checked_module_of(const void *handle)
{
    for (struct iq_checked_module *module = iq_checked_modules(); module; module = module->next)
        if (!module->head && (module->handle == handle || (handle && module->module == handle)))
            return module;
    return NULL;
}

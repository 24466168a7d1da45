#include "api_cuda/kernels.h"

#include <stdlib.h>
#include <string.h>

#include "api_cuda/query.h"
#include "base/fd.h"
#include "base/hash.h"
#include "base/hot.h"
#include "base/locks.h"
#include "base/map.h"
#include "base/memory.h"
#include "call/core.h"
#include "model/names.h"
#include "process/peek.h"

enum {
    FIRST_SLOTS = 1024,
    LARGEST_IMAGE = 64 << 20,
    LARGEST_TOTAL = 256 << 20,
    DEEPEST = 4,
    RECENT = 8
};

/* What is unpacked and searched: PTX up to this size, machine code, which says less, up to that;
 * all of a process.  A framework's first steps launch hundreds of kernels from as many images, and
 * should not wait for us: what is left is not known. */
enum { LARGEST_PTX = 16 << 20, LARGEST_CODE = 4 << 20, LARGEST_WORK = 256 << 20 };

/* Host functions, open addressing; slots are only added, tables only replaced. */
struct kernel_slot {
    uint64_t host;
    const struct iq_kernel *kernel;
};
struct kernel_table {
    uint64_t mask;
    struct kernel_slot slots[];
};

/* The image of a module that the program loaded. */
struct iq_code {
    char *bytes;
    size_t size;
    const struct iq_handle *owner;
    struct iq_code *next;
};

static struct kernel_table *table IQ_HOT_OWN; /* atomic */
static uint64_t used;
static struct iq_map known; /* hash of contents -> kernel */
static struct iq_code *codes;
static size_t code_bytes;
static const struct iq_kernel nothing; /* what is not known is looked up once, too */

/* Codes that were looked at last: kernels of one image are launched together. */
struct unpacked {
    const void *image;
    bool ptx;
    unsigned n;
    char *data;
    size_t size;
    struct iq_image_ptx_entries entries;
};
static struct unpacked recent[RECENT];
static unsigned recent_next;
static size_t work;

static const struct iq_kernel *keep(const struct iq_image_kernel *image)
{
    struct iq_image_kernel copy = *image;
    copy.word_count = 0;
    for (int i = 0; i < image->word_count; i++)
        if (image->words[i].use)
            copy.words[copy.word_count++] = image->words[i];
    for (int i = 0; i < copy.param_count; i++) {
        char name[64];
        size_t length =
            copy.params[i].name_length < sizeof name ? copy.params[i].name_length : sizeof name - 1;
        memcpy(name, copy.params[i].name ? copy.params[i].name : "", length);
        name[length] = 0;
        copy.params[i].name = length ? iq_name_intern(name) : NULL;
        copy.params[i].name_length = 0;
    }
    memset(copy.words + copy.word_count, 0,
           (IQ_IMAGE_WORDS - copy.word_count) * sizeof *copy.words);
    uint64_t key = iq_hash_bytes(&copy, sizeof copy);
    const struct iq_kernel *old = iq_map_get(&known, key);
    if (old)
        return old;
    struct iq_kernel *kernel = iq_core_alloc(sizeof *kernel);
    struct iq_image_param *params = iq_core_alloc((copy.param_count + 1u) * sizeof *params);
    struct iq_image_word *words = iq_core_alloc((copy.word_count + 1u) * sizeof *words);
    if (!kernel || !params || !words)
        return &nothing;
    memcpy(params, copy.params, copy.param_count * sizeof *params);
    memcpy(words, copy.words, copy.word_count * sizeof *words);
    *kernel = (struct iq_kernel){ .has_code = copy.has_code,
                                  .may_wait = copy.may_wait,
                                  .param_count = copy.param_count,
                                  .word_count = copy.word_count,
                                  .bytes = copy.bytes,
                                  .block = { copy.block[0], copy.block[1], copy.block[2] },
                                  .params = params,
                                  .words = words };
    IQ_DROP(iq_map_set(&known, key, kernel)); /* else it is read again */
    return kernel;
}

static const struct unpacked *find_recent(const void *key, bool ptx, unsigned n)
{
    for (int i = 0; i < RECENT; i++)
        if (recent[i].data && recent[i].image == key && recent[i].ptx == ptx && recent[i].n == n)
            return &recent[i];
    return NULL;
}

/* Unpacked code number [n] of [image]; stays until some others are asked for.  NULL: none, or it is
 * too much. */
static const struct unpacked *unpack(const void *key, const struct iq_image *image, bool ptx,
                                     unsigned n)
{
    const struct iq_thread *thread = iq_thread_block;
    const struct iq_device_limits *limits =
        iq_core_limits(thread && thread->current ? thread->current->device
                       : thread                  ? thread->device
                                                 : 0);
    struct unpacked *code = &recent[recent_next++ % RECENT];
    free(code->data);
    iq_image_ptx_entries_finish(&code->entries);
    *code = (struct unpacked){ .image = key, .ptx = ptx, .n = n };
    if (work > LARGEST_WORK ||
        iq_image_code(image, limits->major ? limits->major : 9, limits->major ? limits->minor : 0,
                      ptx, n, ptx ? LARGEST_PTX : LARGEST_CODE, &code->data, &code->size))
        return NULL;
    work += code->size;
    if (ptx && iq_image_ptx_entries_find(&code->entries, code->data, code->size))
        code->entries.end = code->data; /* without memory: no kernels */
    return code;
}

/* PTX says most; machine code has the parameters at least.  [source] is looked at only if its code
 * is not among the last ones: it may be long, and have thousands of kernels. */
static const struct iq_kernel *look_into(const void *key, const struct iq_image_source *source,
                                         const char *name)
{
    struct iq_image image;
    struct iq_image_kernel found;
    bool sniffed = false;
    for (int ptx = 1; name && ptx >= 0; ptx--)
        for (unsigned n = 0; n < 64; n++) {
            const struct unpacked *code = find_recent(key, ptx, n);
            if (!code && !sniffed && iq_image_sniff(source, &image))
                return &nothing;
            sniffed |= !code;
            if (!code && !(code = unpack(key, &image, ptx, n)))
                break;
            if (!(ptx ? iq_image_ptx_entries_kernel(&code->entries, name, &found)
                      : iq_image_cubin_kernel(code->data, code->size, name, &found)))
                return keep(&found);
        }
    return &nothing;
}

static const struct iq_kernel *of_host(uint64_t host)
{
    const void *wrapper = iq_name_image_of(host);
    struct iq_image_source source = iq_image_in_memory(wrapper);
    return wrapper ? look_into(wrapper, &source, iq_name_of_function(host)) : &nothing;
}

uint32_t iq_kernel_changes;

static uint64_t first_slot(const struct kernel_table *in, uint64_t host)
{
    return host * 0x9e3779b97f4a7c15u >> 32 & in->mask;
}

static struct kernel_slot *slot_of(struct kernel_table *in, uint64_t host)
{
    uint64_t at = first_slot(in, host);
    while (in->slots[at].host && in->slots[at].host != host)
        at = (at + 1) & in->mask;
    return &in->slots[at];
}

static bool reserve(void)
{
    if (table && used * 2 <= table->mask)
        return true;
    uint64_t count = table ? (table->mask + 1) * 2 : FIRST_SLOTS;
    struct kernel_table *larger = iq_core_alloc(sizeof *larger + count * sizeof *larger->slots);
    if (!larger)
        return false;
    larger->mask = count - 1;
    for (uint64_t i = 0; table && i <= table->mask; i++)
        if (table->slots[i].host)
            *slot_of(larger, table->slots[i].host) = table->slots[i];
    __atomic_store_n(&table, larger, __ATOMIC_RELEASE);
    return true;
}

IQ_FAST static const struct iq_kernel *find_host(uint64_t host)
{
    struct kernel_table *now = __atomic_load_n(&table, __ATOMIC_ACQUIRE);
    for (uint64_t at = now ? first_slot(now, host) : 0; now; at = (at + 1) & now->mask) {
        uint64_t key = __atomic_load_n(&now->slots[at].host, __ATOMIC_ACQUIRE);
        if (key == host)
            return __atomic_load_n(&now->slots[at].kernel, __ATOMIC_ACQUIRE);
        if (!key)
            return NULL;
    }
    return NULL;
}

IQ_FAST static const struct iq_kernel *host_kernel(uint64_t host)
{
    const struct iq_kernel *kernel = find_host(host);
    if (__builtin_expect(kernel != NULL, 1))
        return kernel;
    iq_lock(IQ_LOCK_KERNELS);
    kernel = of_host(host);
    if (reserve()) {
        struct kernel_slot *slot = slot_of(table, host);
        used += !slot->host;
        __atomic_store_n(&slot->kernel, kernel, __ATOMIC_RELEASE);
        __atomic_store_n(&slot->host, host, __ATOMIC_RELEASE);
    }
    iq_unlock(IQ_LOCK_KERNELS);
    return kernel;
}

/* A handle stands for a host function, for another handle, or for a name in a module. */
IQ_FAST static const struct iq_kernel *handle_kernel(struct iq_handle *handle, int depth)
{
    const struct iq_kernel *kernel = __atomic_load_n(&handle->kernel, __ATOMIC_ACQUIRE);
    if (__builtin_expect(kernel != NULL, 1))
        return kernel;
    struct iq_handle *origin =
        handle->origin ? iq_handle_find(IQ_KIND_KERNEL, handle->origin) : NULL;
    if (origin && origin->kind == IQ_KIND_KERNEL && origin != handle && depth < DEEPEST)
        kernel = handle_kernel(origin, depth + 1);
    else if (handle->origin)
        kernel = host_kernel(handle->origin);
    else {
        iq_lock(IQ_LOCK_KERNELS);
        const struct iq_code *code =
            handle->parent && handle->parent->kind != IQ_KIND_KERNEL ? handle->parent->code : NULL;
        struct iq_image_source source = { .bytes = code ? code->bytes : NULL,
                                          .size = code ? code->size : 0 };
        kernel = code ? look_into(code->bytes, &source, handle->name) : &nothing;
        iq_unlock(IQ_LOCK_KERNELS);
    }
    __atomic_store_n(&handle->kernel, kernel, __ATOMIC_RELEASE);
    return kernel;
}

IQ_FAST const struct iq_kernel *iq_kernel_of(uint64_t function, struct iq_handle *handle)
{
    if (!function)
        return NULL;
    const struct iq_kernel *kernel =
        handle && handle->kind == IQ_KIND_KERNEL ? handle_kernel(handle, 0) : host_kernel(function);
    return kernel == &nothing ? NULL : kernel;
}

bool iq_kernel_adopt(uint64_t kernel, struct iq_handle *handle)
{
    uint64_t value, word;
    const char *name;
    /* drivers follow it */
    if (!iq_peek_word(&word, kernel) || !iq_query_kernel(kernel, &value, &name))
        return false;
    struct iq_handle *module = iq_handle_find(IQ_KIND_MODULE, value);
    if (!handle)
        handle = iq_handle_create(IQ_KIND_KERNEL, kernel, module ? module->context : NULL,
                                  (struct iq_call_ref){ 0 });
    if (!handle)
        return true;
    handle->flags |= IQ_HANDLE_ADOPTED;
    if (module && module->kind == IQ_KIND_MODULE && !iq_handle_is_dead(module))
        iq_handle_set_parent(handle, module);
    handle->name = iq_name_intern(name);
    return true;
}

void iq_kernel_forget(uint64_t host)
{
    if (!find_host(host))
        return;
    iq_lock(IQ_LOCK_KERNELS);
    __atomic_add_fetch(&iq_kernel_changes, 1, __ATOMIC_ACQ_REL);
    __atomic_store_n(&slot_of(table, host)->kernel, NULL, __ATOMIC_RELEASE);
    iq_unlock(IQ_LOCK_KERNELS);
}

static void drop_code(struct iq_code **place)
{
    struct iq_code *code = *place;
    *place = code->next;
    code_bytes -= code->size;
    for (int i = 0; i < RECENT; i++)
        if (recent[i].image == code->bytes)
            recent[i].image = NULL;
    free(code->bytes);
    free(code);
}

/* Modules that went away with their context. */
static void sweep(void)
{
    for (struct iq_code **place = &codes; *place;) {
        if (iq_handle_is_dead((*place)->owner) && (*place)->owner->code == *place)
            drop_code(place);
        else
            place = &(*place)->next;
    }
}

/* Takes over [bytes]. */
static void add_code(struct iq_handle *module, char *bytes, size_t size)
{
    struct iq_code *code = bytes ? malloc(sizeof *code) : NULL;
    iq_lock(IQ_LOCK_KERNELS);
    if (code_bytes + size > LARGEST_TOTAL / 2)
        sweep();
    if (!code || code_bytes + size > LARGEST_TOTAL) {
        free(bytes);
        free(code);
    } else {
        *code = (struct iq_code){ bytes, size, module, codes };
        codes = code;
        code_bytes += size;
        __atomic_store_n(&module->code, code, __ATOMIC_RELEASE);
    }
    iq_unlock(IQ_LOCK_KERNELS);
}

void iq_kernel_add_image(struct iq_handle *module, const void *bytes, size_t size)
{
    struct iq_image_source source = { .bytes = bytes,
                                      .size = size,
                                      .readable = iq_image_probe_readable };
    struct iq_image image;
    if (!bytes || module->code || iq_image_sniff(&source, &image) || image.health != IQ_IMAGE_WHOLE)
        return;
    if (image.kind == IQ_IMAGE_FATBIN_WRAPPER) { /* what it points to is what counts */
        source.bytes = image.fatbin;
        source.size = IQ_IMAGE_SIZE_UNKNOWN;
        if (!image.fatbin || iq_image_sniff(&source, &image) || image.health != IQ_IMAGE_WHOLE)
            return;
    }
    char *copy = image.size <= LARGEST_IMAGE ? malloc(image.size + 1) : NULL;
    if (!copy)
        return;
    memcpy(copy, source.bytes, image.size);
    copy[image.size] = 0;
    add_code(module, copy, image.size);
}

void iq_kernel_add_file(struct iq_handle *module, const char *path)
{
    char *bytes = NULL;
    size_t size;
    if (path && !module->code && !iq_fd_read_file(path, LARGEST_IMAGE, &bytes, &size))
        add_code(module, bytes, size);
}

char *iq_kernel_image(const struct iq_handle *module, size_t *size)
{
    iq_lock(IQ_LOCK_KERNELS);
    const struct iq_code *code = module->code;
    char *copy = code ? malloc(code->size + 1) : NULL;
    if (copy) {
        memcpy(copy, code->bytes, code->size);
        copy[code->size] = 0;
        *size = code->size;
    }
    iq_unlock(IQ_LOCK_KERNELS);
    return copy;
}

void iq_kernel_drop_image(struct iq_handle *module)
{
    iq_lock(IQ_LOCK_KERNELS);
    struct iq_code **place = &codes;
    while (*place && *place != module->code)
        place = &(*place)->next;
    if (module->code && *place)
        drop_code(place);
    module->code = NULL;
    iq_unlock(IQ_LOCK_KERNELS);
}

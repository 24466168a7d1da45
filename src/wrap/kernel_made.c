/* See kernel_made.h. */
#include "wrap/kernel_made.h"

#include <pthread.h>
#include <string.h>

#include "base/fd.h"
#include "base/hash.h"
#include "base/map.h"
#include "image/image.h"
#include "wrap/kernel_store.h"

/* BYTES_MAX: of all that is kept; what is made later is not known. */
enum { BUCKETS = 1024, HEAD_BYTES = 64, BYTES_MAX = 512 << 20, FILE_MAX = 1 << 28 };

struct known {
    struct known *next;
    struct iq_made_from from;
    size_t size;
    unsigned char image[];
};

static struct known *known[BUCKETS]; /* by the hash of their first bytes; entries are only added */
static struct iq_map linkers;
static size_t kept_bytes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct known **bucket_of(const void *image)
{
    return &known[iq_hash_bytes(image, HEAD_BYTES) % BUCKETS];
}

static bool is_readable(const void *image, size_t size)
{
    return iq_image_probe_readable(NULL, image, size) == size;
}

static const struct known *find(const void *image)
{
    if (!is_readable(image, HEAD_BYTES))
        return NULL;
    const struct known *at = __atomic_load_n(bucket_of(image), __ATOMIC_ACQUIRE);
    for (; at; at = at->next)
        if (!memcmp(at->image, image, HEAD_BYTES) && is_readable(image, at->size) &&
            !memcmp(at->image, image, at->size))
            return at;
    return NULL;
}

const struct iq_made_from *iq_made_find(const void *image)
{
    const struct known *found = find(image);
    return found ? &found->from : NULL;
}

bool iq_made_before(const struct iq_image *cubin, struct iq_made_from *from, const char **why)
{
    return iq_kernel_store_find(cubin->source.bytes, cubin->size, from) ||
           iq_made_by_triton(cubin, from, why);
}

static void copy_input(struct iq_made_from *from, CUjitInputType type, const void *data,
                       size_t size)
{
    struct iq_made_input input = { type, malloc(size + 1), size };
    if (!input.data || iq_vec_push(&from->inputs, input)) {
        free(input.data);
        from->failed = true;
        return;
    }
    memcpy(input.data, data, size);
    input.data[size] = 0;
}

void iq_made_add(struct iq_made_from *from, CUjitInputType type, const void *data, size_t size)
{
    const struct known *made = size >= HEAD_BYTES ? find(data) : NULL;
    if (!made || made->size > size) {
        copy_input(from, type, data, type == CU_JIT_INPUT_PTX ? strnlen(data, size) : size);
        return;
    }
    for (size_t i = 0; i < made->from.inputs.count; i++) {
        const struct iq_made_input *input = &made->from.inputs.data[i];
        copy_input(from, input->type, input->data, input->size);
    }
}

void iq_made_add_file(struct iq_made_from *from, CUjitInputType type, const char *path)
{
    char *data = NULL;
    size_t size;
    if (iq_fd_read_file(path, FILE_MAX, &data, &size))
        from->failed = true;
    else
        iq_made_add(from, type, data, size);
    free(data);
}

void iq_made_add_option(struct iq_made_from *from, const char *option)
{
    char *copy = strdup(option);
    if (!copy || iq_vec_push(&from->options, copy)) {
        free(copy);
        from->failed = true;
    }
}

void iq_made_finish(struct iq_made_from *from)
{
    for (size_t i = 0; i < from->options.count; i++)
        free(from->options.data[i]);
    iq_vec_finish(&from->options);
    for (size_t i = 0; i < from->inputs.count; i++)
        free(from->inputs.data[i].data);
    iq_vec_finish(&from->inputs);
}

static size_t bytes_of(const struct iq_made_from *from, size_t size)
{
    for (size_t i = 0; i < from->inputs.count; i++)
        size += from->inputs.data[i].size;
    return size;
}

void iq_made_note(const void *image, size_t size, struct iq_made_from *from)
{
    struct known *made = NULL;
    pthread_mutex_lock(&lock);
    size_t bytes = bytes_of(from, size);
    if (!from->failed && from->inputs.count && size >= HEAD_BYTES && !find(image) &&
        bytes <= BYTES_MAX - kept_bytes)
        made = malloc(sizeof *made + size);
    if (made) {
        struct known **bucket = bucket_of(image);
        *made = (struct known){ .next = *bucket, .from = *from, .size = size };
        memcpy(made->image, image, size);
        memset(from, 0, sizeof *from);
        kept_bytes += bytes;
        __atomic_store_n(bucket, made, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
    if (made) /* which nobody changes any more */
        iq_kernel_store_made(made->image, size, &made->from);
    iq_made_finish(from);
}

void iq_made_begin(const void *linker, const char *by, unsigned max_registers)
{
    struct iq_made_from *from = calloc(1, sizeof *from);
    if (!from)
        return;
    *from = (struct iq_made_from){ .by = by, .max_registers = max_registers };
    iq_made_end(linker);
    pthread_mutex_lock(&lock);
    if (iq_map_set(&linkers, (uint64_t)(uintptr_t)linker, from))
        free(from);
    pthread_mutex_unlock(&lock);
}

struct iq_made_from *iq_made_of(const void *linker)
{
    pthread_mutex_lock(&lock);
    struct iq_made_from *from = iq_map_get(&linkers, (uint64_t)(uintptr_t)linker);
    pthread_mutex_unlock(&lock);
    return from;
}

void iq_made_end(const void *linker)
{
    pthread_mutex_lock(&lock);
    struct iq_made_from *from = iq_map_remove(&linkers, (uint64_t)(uintptr_t)linker);
    pthread_mutex_unlock(&lock);
    if (from)
        iq_made_finish(from);
    free(from);
}

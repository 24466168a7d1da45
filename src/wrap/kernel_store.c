/* See kernel_store.h.  What is read has been written by the same build of inquest: structs lie
 * there as they are, their pointers apart. */
#include "wrap/kernel_store.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/disk_cache.h"
#include "base/errors.h"
#include "base/str.h"
#include "call/core.h"
#include "call/guest.h"

/* Less text is instrumented as fast as it is read. */
enum { WORTH_BYTES = 16 << 10 };

/* --- keys --- */

static void add_text(struct iq_blake2b *hash, const char *text)
{
    iq_blake2b_add(hash, text ? text : "", text ? strlen(text) + 1 : 1);
}

/* All that an entry of [kind] depends on besides its contents: this build, the driver, the
 * options. */
static void begin_key(struct iq_blake2b *hash, const char *kind)
{
    struct stat info;
    const char *own = iq_guest_file("libcuda.so.1");
    int driver = 0;
    iq_blake2b_begin(hash);
    add_text(hash, "inquest " IQ_VERSION);
    add_text(hash, kind);
    if (own && !stat(own, &info)) {
        iq_blake2b_add(hash, &info.st_size, sizeof info.st_size);
        iq_blake2b_add(hash, &info.st_mtim, sizeof info.st_mtim);
    }
    if (iq_kernel_real.cuDriverGetVersion)
        (void)iq_kernel_real.cuDriverGetVersion(&driver);
    iq_blake2b_add(hash, &driver, sizeof driver);
    add_text(hash, iq_guest_option("INQUEST_KERNEL_CHECKS"));
}

static void code_key(const char *text, size_t size, unsigned checks,
                     const struct iq_instrument_cap *caps, uint32_t cap_count,
                     uint8_t key[IQ_DIGEST_BYTES])
{
    struct iq_blake2b hash;
    begin_key(&hash, "text");
    iq_blake2b_add(&hash, &checks, sizeof checks);
    for (uint32_t i = 0; i < cap_count; i++) {
        add_text(&hash, caps[i].kernel);
        iq_blake2b_add(&hash, &caps[i].threads, sizeof caps[i].threads);
    }
    iq_blake2b_add(&hash, &cap_count, sizeof cap_count);
    iq_blake2b_add(&hash, text, size);
    iq_blake2b_end(&hash, key);
}

static void image_key(const void *image, size_t size, uint8_t key[IQ_DIGEST_BYTES])
{
    struct iq_blake2b hash;
    iq_blake2b_begin(&hash);
    add_text(&hash, "inquest made 1");
    iq_blake2b_add(&hash, image, size);
    iq_blake2b_end(&hash, key);
}

/* --- writing and reading --- */

static void put(struct iq_str *to, const void *data, size_t size) { iq_str_put(to, data, size); }

static void put_block(struct iq_str *to, const void *data, uint64_t size)
{
    put(to, &size, sizeof size);
    if (size)
        put(to, data, size);
}

/* [count] structs of [unit] bytes as a block, zeros for the [pointers] in each. */
static void put_array(struct iq_str *to, const void *array, size_t count, size_t unit,
                      const size_t *pointers, size_t pointer_count)
{
    static const void *const none;
    uint64_t size = count * unit;
    put(to, &size, sizeof size);
    for (size_t i = 0; i < count; i++) {
        const char *from = (const char *)array + i * unit;
        size_t at = 0;
        for (size_t k = 0; k < pointer_count; k++) {
            put(to, from + at, pointers[k] - at);
            put(to, &none, sizeof none);
            at = pointers[k] + sizeof none;
        }
        put(to, from + at, unit - at);
    }
}

static void put_text(struct iq_str *to, const char *text)
{
    put_block(to, text, text ? strlen(text) + 1 : 0);
}

struct reader {
    const char *at, *end;
    bool failed;
};

/* The next block, copied; [unit]: of what it has to be a multiple.  NULL: it is empty, or it is not
 * there. */
static void *take(struct reader *from, size_t unit, uint64_t *size)
{
    void *copy = NULL;
    *size = 0;
    if (from->failed || (size_t)(from->end - from->at) < sizeof *size) {
        from->failed = true;
        return NULL;
    }
    memcpy(size, from->at, sizeof *size);
    from->at += sizeof *size;
    if (*size > (size_t)(from->end - from->at) || *size % unit || !(copy = malloc(*size + 1))) {
        from->failed = true;
        *size = 0;
        return NULL;
    }
    memcpy(copy, from->at, *size);
    ((char *)copy)[*size] = 0;
    from->at += *size;
    if (!*size) {
        free(copy);
        return NULL;
    }
    return copy;
}

static char *take_text(struct reader *from)
{
    uint64_t size;
    return take(from, 1, &size);
}

/* A block of [unit] bytes an element; *count elements. */
static void *take_array(struct reader *from, size_t unit, uint32_t *count)
{
    uint64_t size;
    void *array = take(from, unit, &size);
    *count = (uint32_t)(size / unit);
    return array;
}

static void put_kernel(struct iq_str *to, const struct iq_instrument_kernel *kernel)
{
    static const size_t name[] = { offsetof(struct iq_instrument_root, name) };
    put_text(to, kernel->name);
    put_array(to, kernel->roots, kernel->root_count, sizeof *kernel->roots, name, 1);
    for (uint32_t i = 0; i < kernel->root_count; i++)
        put_text(to, kernel->roots[i].name);
    put_block(to, kernel->words, kernel->word_count * sizeof *kernel->words);
}

static void put_code(struct iq_str *to, const struct iq_instrumented *code)
{
    static const size_t of_code[] = { offsetof(struct iq_instrumented, text),
                                      offsetof(struct iq_instrumented, kernels),
                                      offsetof(struct iq_instrumented, sites),
                                      offsetof(struct iq_instrumented, files),
                                      offsetof(struct iq_instrumented, variables) },
                        of_kernel[] = { offsetof(struct iq_instrument_kernel, name),
                                        offsetof(struct iq_instrument_kernel, roots),
                                        offsetof(struct iq_instrument_kernel, words) },
                        of_variable[] = { offsetof(struct iq_instrument_variable, name) };
    put_array(to, code, 1, sizeof *code, of_code, 5);
    put_text(to, code->text);
    put_array(to, code->kernels, code->kernel_count, sizeof *code->kernels, of_kernel, 3);
    for (uint32_t i = 0; i < code->kernel_count; i++)
        put_kernel(to, &code->kernels[i]);
    put_block(to, code->sites, code->site_count * sizeof *code->sites);
    for (uint32_t i = 0; i < code->file_count; i++)
        put_text(to, code->files[i]);
    put_array(to, code->variables, code->variable_count, sizeof *code->variables, of_variable, 1);
    for (uint32_t i = 0; i < code->variable_count; i++)
        put_text(to, code->variables[i].name);
}

static void take_kernel(struct reader *from, struct iq_instrument_kernel *kernel)
{
    kernel->name = take_text(from);
    kernel->roots = take_array(from, sizeof *kernel->roots, &kernel->root_count);
    for (uint32_t i = 0; i < kernel->root_count; i++)
        kernel->roots[i].name = take_text(from);
    kernel->words = take_array(from, sizeof *kernel->words, &kernel->word_count);
    from->failed |= !kernel->name;
}

/* Without what was a pointer. */
static void take_head(struct reader *from, struct iq_instrumented *code, uint32_t *files)
{
    uint32_t count;
    struct iq_instrumented *head = take_array(from, sizeof *head, &count);
    if (count == 1) {
        *code = *head;
        *files = head->file_count;
    }
    from->failed |= count != 1;
    free(head);
    code->text = NULL;
    code->kernels = NULL;
    code->sites = NULL;
    code->files = NULL;
    code->variables = NULL;
    code->kernel_count = code->site_count = code->file_count = code->variable_count = 0;
}

static void take_code(struct reader *from, struct iq_instrumented *code)
{
    uint32_t files = 0;
    take_head(from, code, &files);
    code->text = take_text(from);
    code->kernels = take_array(from, sizeof *code->kernels, &code->kernel_count);
    for (uint32_t i = 0; i < code->kernel_count; i++) {
        struct iq_instrument_kernel *kernel = &code->kernels[i];
        kernel->name = NULL;
        kernel->roots = NULL;
        kernel->words = NULL;
        kernel->root_count = kernel->word_count = 0;
        take_kernel(from, kernel);
    }
    code->sites = take_array(from, sizeof *code->sites, &code->site_count);
    code->files = from->failed ? NULL : calloc(files + 1, sizeof *code->files);
    for (; code->files && code->file_count < files; code->file_count++)
        code->files[code->file_count] = take_text(from);
    code->variables = take_array(from, sizeof *code->variables, &code->variable_count);
    for (uint32_t i = 0; i < code->variable_count; i++)
        code->variables[i].name = take_text(from);
    from->failed |= !code->text || strlen(code->text) != code->size || from->at != from->end;
}

static bool find_code(const uint8_t *key, struct iq_instrumented *out)
{
    char *data;
    size_t size;
    if (!iq_disk_cache_get(key, &data, &size))
        return false;
    struct reader reader = { data, data + size, false };
    memset(out, 0, sizeof *out);
    take_code(&reader, out);
    free(data);
    if (reader.failed)
        iq_instrumented_finish(out);
    return !reader.failed;
}

static void keep(const uint8_t *key, struct iq_str *data)
{
    if (!data->truncated)
        iq_disk_cache_put(key, data->data, data->length);
    iq_str_finish(data);
}

int iq_kernel_store_instrument(const char *text, size_t size, unsigned checks,
                               const struct iq_instrument_cap *caps, uint32_t cap_count,
                               struct iq_instrumented *out, const char **why)
{
    uint8_t key[IQ_DIGEST_BYTES];
    struct iq_str data;
    checks |= iq_core.config.contain ? 0 : IQ_INSTRUMENT_UNCONTAINED;
    if (size < WORTH_BYTES)
        return iq_instrument(text, size, checks, caps, cap_count, out, why);
    code_key(text, size, checks, caps, cap_count, key);
    if (find_code(key, out))
        return 0;
    int error = iq_instrument(text, size, checks, caps, cap_count, out, why);
    if (error)
        return error;
    iq_str_init_heap(&data);
    put_code(&data, out);
    keep(key, &data);
    return 0;
}

void iq_kernel_store_made(const void *image, size_t size, const struct iq_made_from *from)
{
    uint8_t key[IQ_DIGEST_BYTES];
    struct iq_str data;
    image_key(image, size, key);
    iq_str_init_heap(&data);
    put_block(&data, &from->max_registers, sizeof from->max_registers);
    put_text(&data, from->by);
    for (size_t i = 0; i < from->inputs.count; i++) {
        const struct iq_made_input *input = &from->inputs.data[i];
        put_block(&data, &input->type, sizeof input->type);
        put_block(&data, input->data, input->size);
    }
    keep(key, &data);
}

static void take_input(struct reader *from, struct iq_made_from *made)
{
    uint32_t count;
    uint64_t size;
    CUjitInputType *type = take_array(from, sizeof *type, &count);
    char *data = take(from, 1, &size);
    from->failed |= count != 1 || !data;
    if (!from->failed)
        iq_made_add(made, *type, data, size);
    free(type);
    free(data);
}

bool iq_kernel_store_find(const void *image, size_t size, struct iq_made_from *from)
{
    uint8_t key[IQ_DIGEST_BYTES];
    char *data;
    size_t length;
    uint32_t count;
    image_key(image, size, key);
    if (!iq_disk_cache_get(key, &data, &length))
        return false;
    struct reader reader = { data, data + length, false };
    unsigned *registers = take_array(&reader, sizeof *registers, &count);
    char *by = take_text(&reader);
    if (count == 1 && by) {
        from->max_registers = *registers;
        from->by = "code that was compiled before";
        snprintf(from->name, sizeof from->name, "%s", by);
    }
    reader.failed |= count != 1 || !by;
    while (!reader.failed && reader.at < reader.end)
        take_input(&reader, from);
    free(registers);
    free(by);
    free(data);
    if (reader.failed)
        iq_made_finish(from);
    return !reader.failed;
}

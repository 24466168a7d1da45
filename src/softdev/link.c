/* See link.h. */
#include "softdev/link.h"

#include <stdlib.h>
#include <string.h>

#include "base/fd.h"
#include "image/file.h"

/* The linked image: a mark, the number of texts and the limit of registers, the texts, each with
 * its length in front.  Loading it parses and links them. */
static const char link_mark[16] = "inquest-linked-1";

bool iq_linked_begin(struct iq_linked *linked, const void *image, const void *end)
{
    *linked = (struct iq_linked){ image, end, 0, 0 };
    if (end && linked->end - linked->at < (ptrdiff_t)sizeof link_mark + 8)
        return false;
    if (memcmp(image, link_mark, sizeof link_mark))
        return false;
    memcpy(&linked->left, linked->at + sizeof link_mark, 4);
    memcpy(&linked->max_registers, linked->at + sizeof link_mark + 4, 4);
    linked->at += sizeof link_mark + 8;
    return true;
}

bool iq_linked_next(struct iq_linked *linked, const char **text, size_t *size)
{
    uint64_t length;
    if (!linked->left || (linked->end && linked->end - linked->at < 8))
        return false;
    memcpy(&length, linked->at, 8);
    if (linked->end && length > (uint64_t)(linked->end - linked->at - 8))
        return false;
    *text = linked->at + 8;
    *size = length;
    linked->at += 8 + length;
    linked->left--;
    return true;
}

static CUresult keep_text(struct iq_linker *linker, char *text, size_t size)
{
    if (linker->count == linker->capacity) {
        size_t capacity = linker->capacity ? linker->capacity * 2 : 8;
        char **texts = realloc(linker->texts, capacity * sizeof *texts);
        linker->texts = texts ? texts : linker->texts;
        size_t *sizes = texts ? realloc(linker->sizes, capacity * sizeof *sizes) : NULL;
        if (!sizes) {
            free(text);
            return CUDA_ERROR_OUT_OF_MEMORY;
        }
        linker->sizes = sizes;
        linker->capacity = capacity;
    }
    linker->texts[linker->count] = text;
    linker->sizes[linker->count++] = size;
    return CUDA_SUCCESS;
}

/* What has been found in one input so far. */
struct taking {
    struct iq_linker *linker;
    struct iq_program *result;
    size_t taken;
    bool has_code;
};

static void say(struct taking *taking, CUresult status, char *log)
{
    iq_program_unref(taking->result);
    taking->result = iq_program_wrap(NULL, status, log);
}

/* A text that does not parse is refused here already, as the hardware driver does.  [text] becomes
 * the linker's; NULL: no memory. */
static void take_text(struct taking *taking, char *text, size_t size)
{
    if (!text) {
        say(taking, CUDA_ERROR_OUT_OF_MEMORY, NULL);
        return;
    }
    struct iq_ptx_parse_options options = { taking->linker->capability, "application ptx input",
                                            iq_soft.takes_newer };
    struct iq_ptx_diag diag = { NULL, 0 };
    struct iq_ptx_module *module = NULL;
    int error = iq_ptx_parse(text, size, &options, &module, &diag);
    CUresult status = iq_program_answer(error);
    char *log = error ? iq_ptx_diag_format(&diag, options.name) : NULL;
    iq_ptx_module_destroy(module);
    iq_ptx_diag_finish(&diag);
    if (error)
        free(text);
    else
        status = keep_text(taking->linker, text, size);
    taking->taken += !status;
    say(taking, status, log);
}

static bool take_image(void *user, const struct iq_image_embedded *found)
{
    struct taking *taking = user;
    struct iq_image_cursor cursor;
    struct iq_image_entry entry, best = { 0 };
    char *text;
    size_t length;
    iq_image_begin(&found->image, &cursor);
    while (iq_image_next(&cursor, &entry)) {
        taking->has_code = true;
        if (entry.kind == IQ_ENTRY_PTX &&
            iq_program_prefers(&entry, &best, (int)taking->linker->capability))
            best = entry;
    }
    if (!best.payload)
        return true;
    if (iq_image_unpack(&best, &text, &length))
        say(taking, CUDA_ERROR_INVALID_IMAGE, NULL);
    else
        take_text(taking, text, length);
    return taking->result && !taking->result->status;
}

static void take_linked(struct taking *taking, struct iq_linked *linked)
{
    const char *text;
    size_t size;
    while (taking->result && !taking->result->status && iq_linked_next(linked, &text, &size))
        take_text(taking, strndup(text, size), strnlen(text, size));
}

static void take_runtime(struct taking *taking)
{
    if (!taking->linker->has_runtime)
        take_text(taking, strdup(iq_device_runtime_ptx), strlen(iq_device_runtime_ptx));
    taking->linker->has_runtime = true;
    taking->taken++;
}

struct iq_program *iq_linker_add(struct iq_linker *linker, const void *data, size_t size)
{
    struct taking taking = { .linker = linker,
                             .result = iq_program_wrap(NULL, CUDA_SUCCESS, NULL) };
    struct iq_image_file file;
    struct iq_linked linked;
    if (!taking.result)
        return NULL;
    iq_image_file_wrap(data, size, &file);
    bool binary = file.image.kind == IQ_IMAGE_ARCHIVE || file.image.kind == IQ_IMAGE_HOST_ELF;
    if (file.image.kind == IQ_IMAGE_ARCHIVE && iq_is_device_runtime(data, size))
        take_runtime(&taking);
    else if (iq_linked_begin(&linked, data, (const char *)data + size))
        take_linked(&taking, &linked);
    else
        iq_image_file_each(&file, take_image, &taking);
    if (taking.result && !taking.result->status && !taking.taken && (taking.has_code || !binary))
        say(&taking, taking.has_code ? CUDA_ERROR_NO_BINARY_FOR_GPU : CUDA_ERROR_INVALID_IMAGE,
            taking.has_code
                ? strdup("the input holds machine code only, and the software device runs PTX")
                : NULL);
    return taking.result;
}

struct iq_program *iq_linker_add_file(struct iq_linker *linker, const char *path)
{
    char *data = NULL;
    size_t size = 0;
    if (iq_fd_read_file(path, (size_t)1 << 30, &data, &size))
        return iq_program_wrap(NULL, CUDA_ERROR_FILE_NOT_FOUND, NULL);
    struct iq_program *program = iq_linker_add(linker, data, size);
    free(data);
    return program;
}

static void put(char **at, const void *bytes, size_t size)
{
    memcpy(*at, bytes, size);
    *at += size;
}

static bool build_image(struct iq_linker *linker)
{
    size_t total = sizeof link_mark + 8;
    uint32_t count = (uint32_t)linker->count;
    for (size_t i = 0; i < linker->count; i++)
        total += 8 + linker->sizes[i];
    bool alone = count == 1 && !linker->max_registers;
    linker->image_size = alone ? linker->sizes[0] + 1 : total;
    char *at = linker->image = malloc(linker->image_size);
    if (!at)
        return false;
    if (alone) {
        put(&at, linker->texts[0], linker->sizes[0]);
        put(&at, "", 1);
        return true;
    }
    put(&at, link_mark, sizeof link_mark);
    put(&at, &count, sizeof count);
    put(&at, &linker->max_registers, sizeof linker->max_registers);
    for (size_t i = 0; i < linker->count; i++) {
        uint64_t size = linker->sizes[i];
        put(&at, &size, sizeof size);
        put(&at, linker->texts[i], size);
    }
    return true;
}

/* There is an image only of what links; nothing at all links, too. */
struct iq_program *iq_linker_complete(struct iq_linker *linker)
{
    static const char nothing[] = ".version 6.0\n.target sm_50\n.address_size 64\n";
    char *text = linker->count ? NULL : strdup(nothing);
    if (!linker->count && (!text || keep_text(linker, text, strlen(nothing))))
        return NULL;
    struct iq_program *program = iq_program_of_texts(linker->texts, linker->sizes, linker->count);
    if (program && !program->status && !build_image(linker)) {
        iq_program_unref(program);
        program = NULL;
    }
    return program;
}

void iq_linker_finish(struct iq_linker *linker)
{
    for (size_t i = 0; i < linker->count; i++)
        free(linker->texts[i]);
    free(linker->texts);
    free(linker->sizes);
    free(linker->image);
}

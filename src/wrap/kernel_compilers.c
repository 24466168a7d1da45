/* NVRTC and nvJitLink on a real GPU with --kernel-checks: what their machine code was made of is
 * remembered; see kernel_made.h.  The program gets what the library made. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "image/file.h"
#include "wrap/compilers.h"
#include "wrap/kernel_made.h"

/* Of nvJitLinkInputType. */
enum { INPUT_CUBIN = 1, INPUT_PTX, INPUT_LTOIR, INPUT_FATBIN, INPUT_OBJECT, INPUT_LIBRARY };
enum { INPUT_ANY = 10, OPTIONS_MAX = 64 };

/* --- NVRTC --- */

typedef int (*size_fn)(const void *program, size_t *size);
typedef int (*get_fn)(const void *program, char *to);

/* What two functions of the library that this call is of hand out; NULL: nothing. */
static char *take(const void *program, const char *size_name, const char *get_name, size_t *size)
{
    size_fn ask = (size_fn)iq_compilers_function(size_name);
    get_fn get = (get_fn)iq_compilers_function(get_name);
    if (!ask || !get || ask(program, size) || *size < 2)
        return NULL;
    char *text = calloc(1, *size + 1);
    if (!text || !get(program, text))
        return text;
    free(text);
    return NULL;
}

int iq_checked_nvrtcGetCUBIN(const void *program, char *cubin)
{
    get_fn original = (get_fn)(uintptr_t)iq_wrap_original;
    size_fn ask = (size_fn)iq_compilers_function("nvrtcGetCUBINSize");
    struct iq_made_from from = { .by = "code that NVRTC compiled" };
    size_t size = 0, length;
    char *text = take(program, "nvrtcGetPTXSize", "nvrtcGetPTX", &length);
    int result = original(program, cubin);
    if (!result && text && ask && !ask(program, &size)) {
        iq_made_add(&from, CU_JIT_INPUT_PTX, text, length);
        iq_made_note(cubin, size, &from);
    }
    free(text);
    return result;
}

/* --- nvJitLink --- */

typedef int (*create_fn)(void **linker, uint32_t count, const char **options);
typedef int (*destroy_fn)(void **linker);
typedef int (*add_data_fn)(void *linker, int type, const void *data, size_t size, const char *name);
typedef int (*add_file_fn)(void *linker, int type, const char *path);
typedef int (*complete_fn)(void *linker);
typedef int (*linked_fn)(void *linker, void *cubin);

/* What the input of [type] is for cuLink*; -1: nothing that is known. */
static int type_of(int type, const void *data, size_t size)
{
    struct iq_image_file file;
    switch (type) {
    case INPUT_CUBIN: return CU_JIT_INPUT_CUBIN;
    case INPUT_PTX: return CU_JIT_INPUT_PTX;
    case INPUT_LTOIR: return CU_JIT_INPUT_NVVM;
    case INPUT_FATBIN: return CU_JIT_INPUT_FATBINARY;
    case INPUT_OBJECT: return CU_JIT_INPUT_OBJECT;
    case INPUT_LIBRARY: return CU_JIT_INPUT_LIBRARY;
    case INPUT_ANY: break;
    default: return -1;
    }
    iq_image_file_wrap(data, size, &file);
    return file.image.kind == IQ_IMAGE_PTX       ? CU_JIT_INPUT_PTX
           : file.image.kind == IQ_IMAGE_CUBIN   ? CU_JIT_INPUT_CUBIN
           : file.image.kind == IQ_IMAGE_FATBIN  ? CU_JIT_INPUT_FATBINARY
           : file.image.kind == IQ_IMAGE_LTOIR   ? CU_JIT_INPUT_NVVM
           : file.image.kind == IQ_IMAGE_ARCHIVE ? CU_JIT_INPUT_LIBRARY
                                                 : -1;
}

static void add_input(void *linker, int type, const void *data, size_t size)
{
    struct iq_made_from *from = iq_made_of(linker);
    int known = from ? type_of(type, data, size) : -1;
    if (from && known < 0)
        from->failed = true;
    else if (from)
        iq_made_add(from, (CUjitInputType)known, data, size);
}

int iq_checked_nvJitLinkCreate(void **linker, uint32_t count, const char **options)
{
    static const char limit[] = "-maxrregcount=";
    create_fn original = (create_fn)(uintptr_t)iq_wrap_original;
    unsigned registers = 0;
    int result = original(linker, count, options);
    for (uint32_t i = 0; !result && i < count; i++)
        if (!strncmp(options[i], limit, sizeof limit - 1))
            registers = (unsigned)atoi(options[i] + sizeof limit - 1);
    if (!result)
        iq_made_begin(*linker, "code that nvJitLink linked", registers);
    struct iq_made_from *from = result ? NULL : iq_made_of(*linker);
    for (uint32_t i = 0; from && i < count; i++)
        iq_made_add_option(from, options[i]);
    return result;
}

int iq_checked_nvJitLinkDestroy(void **linker)
{
    destroy_fn original = (destroy_fn)(uintptr_t)iq_wrap_original;
    if (linker)
        iq_made_end(*linker);
    return original(linker);
}

int iq_checked_nvJitLinkAddData(void *linker, int type, const void *data, size_t size,
                                const char *name)
{
    add_data_fn original = (add_data_fn)(uintptr_t)iq_wrap_original;
    int result = original(linker, type, data, size, name);
    if (!result)
        add_input(linker, type, data, size);
    return result;
}

int iq_checked_nvJitLinkAddFile(void *linker, int type, const char *path)
{
    add_file_fn original = (add_file_fn)(uintptr_t)iq_wrap_original;
    int result = original(linker, type, path);
    struct iq_image_file file;
    if (!result && !iq_image_file_open(path, &file)) {
        add_input(linker, type, file.bytes, file.size);
        iq_image_file_close(&file);
    }
    return result;
}

static bool is_late(const struct iq_made_input *input) { return input->type == CU_JIT_INPUT_NVVM; }

/* The library's linker with the options of [from], but for PTX. */
static void *create_for_ptx(const struct iq_made_from *from)
{
    const char *options[OPTIONS_MAX];
    create_fn create = (create_fn)iq_compilers_function("nvJitLinkCreate");
    void *linker = NULL;
    uint32_t count = 0;
    if (!create || from->options.count >= OPTIONS_MAX)
        return NULL;
    for (size_t i = 0; i < from->options.count; i++)
        if (strcmp(from->options.data[i], "-ptx") != 0)
            options[count++] = from->options.data[i];
    options[count++] = "-ptx";
    return create(&linker, count, options) ? NULL : linker;
}

/* Code for link-time optimisation becomes the PTX that the library makes of all of it. */
static void make_ptx(struct iq_made_from *from)
{
    add_data_fn add = (add_data_fn)iq_compilers_function("nvJitLinkAddData");
    complete_fn complete = (complete_fn)iq_compilers_function("nvJitLinkComplete");
    destroy_fn destroy = (destroy_fn)iq_compilers_function("nvJitLinkDestroy");
    void *linker = add && complete && destroy ? create_for_ptx(from) : NULL;
    size_t size, kept = 0;
    bool good = linker;
    for (size_t i = 0; i < from->inputs.count; i++) {
        struct iq_made_input *input = &from->inputs.data[i];
        if (!is_late(input)) {
            from->inputs.data[kept++] = *input;
            continue;
        }
        good = good && !add(linker, INPUT_LTOIR, input->data, input->size, "part");
        free(input->data);
    }
    from->inputs.count = kept;
    char *text = good && !complete(linker)
                     ? take(linker, "nvJitLinkGetLinkedPtxSize", "nvJitLinkGetLinkedPtx", &size)
                     : NULL;
    if (text)
        iq_made_add(from, CU_JIT_INPUT_PTX, text, size);
    from->failed |= !text;
    free(text);
    if (linker)
        destroy(&linker);
}

int iq_checked_nvJitLinkGetLinkedCubin(void *linker, void *cubin)
{
    linked_fn original = (linked_fn)(uintptr_t)iq_wrap_original;
    size_fn ask = (size_fn)iq_compilers_function("nvJitLinkGetLinkedCubinSize");
    struct iq_made_from *from = iq_made_of(linker);
    bool late = false;
    for (size_t i = 0; from && i < from->inputs.count; i++)
        late |= is_late(&from->inputs.data[i]);
    if (late)
        make_ptx(from);
    size_t size = 0;
    bool sized = from && ask && !ask(linker, &size);
    int result = original(linker, cubin);
    if (!result && sized)
        iq_made_note(cubin, size, from);
    return result;
}

/* Machine code on the software device, which runs PTX: where it is known what ptxas made it of, in
 * a child of the program (of Triton or XLA, say) or for Triton's cache, that PTX is loaded in its
 * place.  The program's own files stay what they are, since a GPU will load them, too. */
#include "image/file.h"
#include "real_cuda.h"
#include "wrap/guest.h"
#include "wrap/kernel_made.h"

static struct iq_real_cuda real;

/* The PTX that [found] was made of, which [from] keeps; NULL: there is none, or it is not known. */
static const char *ptx_of(const struct iq_image *found, struct iq_made_from *from)
{
    const char *why;
    bool good = found->kind == IQ_IMAGE_CUBIN && found->health == IQ_IMAGE_WHOLE &&
                iq_made_before(found, from, &why) && from->inputs.count == 1 && !from->failed &&
                from->inputs.data[0].type == CU_JIT_INPUT_PTX;
    return good ? from->inputs.data[0].data : NULL;
}

static const char *ptx_of_bytes(const void *image, struct iq_made_from *from)
{
    struct iq_image_source source = iq_image_in_memory(image);
    struct iq_image found;
    return image && !iq_image_sniff(&source, &found) ? ptx_of(&found, from) : NULL;
}

static const char *ptx_of_file(const char *path, struct iq_made_from *from)
{
    struct iq_image_file file;
    if (!path || iq_image_file_open(path, &file))
        return NULL;
    const char *ptx = ptx_of(&file.image, from);
    iq_image_file_close(&file);
    return ptx;
}

/* [load] with the PTX that [find] finds, [otherwise] where there is none. */
#define LOAD(find, load, otherwise)                     \
    do {                                                \
        struct iq_made_from from = { .failed = false }; \
        const char *ptx = find;                         \
        CUresult result = ptx ? load : otherwise;       \
        iq_made_finish(&from);                          \
        return result;                                  \
    } while (0)

static CUresult soft_cuModuleLoadData(CUmodule *out, const void *image)
{
    LOAD(ptx_of_bytes(image, &from), real.cuModuleLoadData(out, ptx),
         real.cuModuleLoadData(out, image));
}

static CUresult soft_cuModuleLoadFatBinary(CUmodule *out, const void *image)
{
    LOAD(ptx_of_bytes(image, &from), real.cuModuleLoadData(out, ptx),
         real.cuModuleLoadFatBinary(out, image));
}

static CUresult soft_cuModuleLoad(CUmodule *out, const char *path)
{
    LOAD(ptx_of_file(path, &from), real.cuModuleLoadData(out, ptx), real.cuModuleLoad(out, path));
}

static CUresult soft_cuModuleLoadDataEx(CUmodule *out, const void *image, unsigned count,
                                        CUjit_option *options, void **values)
{
    LOAD(ptx_of_bytes(image, &from), real.cuModuleLoadDataEx(out, ptx, count, options, values),
         real.cuModuleLoadDataEx(out, image, count, options, values));
}

static CUresult soft_cuLibraryLoadData(CUlibrary *out, const void *image, CUjit_option *jit,
                                       void **jit_values, unsigned jit_count,
                                       CUlibraryOption *options, void **values, unsigned count)
{
    LOAD(ptx_of_bytes(image, &from),
         real.cuLibraryLoadData(out, ptx, jit, jit_values, jit_count, options, values, count),
         real.cuLibraryLoadData(out, image, jit, jit_values, jit_count, options, values, count));
}

static CUresult soft_cuLibraryLoadFromFile(CUlibrary *out, const char *path, CUjit_option *jit,
                                           void **jit_values, unsigned jit_count,
                                           CUlibraryOption *options, void **values, unsigned count)
{
    LOAD(ptx_of_file(path, &from),
         real.cuLibraryLoadData(out, ptx, jit, jit_values, jit_count, options, values, count),
         real.cuLibraryLoadFromFile(out, path, jit, jit_values, jit_count, options, values, count));
}

#define INSTALL(name) (real.name ? (void)(iq_real_cuda.name = soft_##name) : (void)0)

void iq_soft_images_install(void)
{
    if (!iq_guest_is_soft())
        return;
    real = iq_real_cuda;
    INSTALL(cuModuleLoad);
    INSTALL(cuModuleLoadData);
    INSTALL(cuModuleLoadDataEx);
    INSTALL(cuModuleLoadFatBinary);
    INSTALL(cuLibraryLoadData);
    INSTALL(cuLibraryLoadFromFile);
}

#include "cli/device.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/errors.h"
#include "base/soft_profile.h"
#include "base/vec.h"
#include "cli/driver.h"
#include "cli/newer.h"
#include "cli/program.h"
#include "image/file.h"
#include "image/judge.h"

enum { ASK_SECONDS = 10 };

/* Finds the NVIDIA driver: --driver, else where the loader would look. */
static bool find_real(struct iq_device_choice *device, const struct iq_options *options,
                      const struct iq_place *place)
{
    const char *wanted = options->value[IQ_OPTION_DRIVER];
    char own[4096];
    if (wanted) {
        if (!realpath(wanted, device->driver))
            snprintf(device->driver, sizeof device->driver, "%s", wanted);
        return true;
    }
    return iq_driver_find(realpath(place->libraries, own) ? own : place->libraries, device->driver,
                          sizeof device->driver);
}

/* Is there a GPU behind the driver?  A device file says so at once; without one the driver is
 * asked, which takes longer. */
static bool has_device(const struct iq_device_choice *device)
{
    struct iq_driver_answer answer;
    if (iq_driver_has_device_file())
        return true;
    iq_driver_query(device->driver, ASK_SECONDS, &answer);
    return answer.loaded && !answer.init && answer.count > 0;
}

static int use_soft(struct iq_device_choice *device, const struct iq_place *place,
                    struct iq_str *error)
{
    device->soft = true;
    if (!place->soft_driver[0]) {
        iq_str_printf(error, "the software device is missing: %s/soft/libcuda.so.1",
                      place->libraries);
        return IQ_ENOENT;
    }
    snprintf(device->driver, sizeof device->driver, "%s", place->soft_driver);
    return 0;
}

int iq_device_choose(struct iq_device_choice *device, const struct iq_options *options,
                     const struct iq_place *place, struct iq_str *error)
{
    const char *wanted = options->value[IQ_OPTION_DEVICE];
    *device = (struct iq_device_choice){ .guest = true };
    if (!place->guest[0]) {
        iq_str_printf(error, "this installation is incomplete: %s/libcuda.so.1 is missing",
                      place->libraries);
        return IQ_ENOENT;
    }
    if (!strcmp(wanted, "soft"))
        return use_soft(device, place, error);
    bool driver = find_real(device, options, place);
    const char *other = driver ? iq_program_other_machine(device->driver) : NULL;
    if (other) {
        iq_str_printf(error, "--driver: %s is " IQ_OTHER_MACHINE, options->value[IQ_OPTION_DRIVER],
                      other);
        return IQ_EFORMAT;
    }
    if (options->value[IQ_OPTION_DRIVER] && !iq_newer_is_driver(device->driver)) {
        iq_str_printf(error, "--driver: %s is not a CUDA driver: it does not define cuInit",
                      options->value[IQ_OPTION_DRIVER]);
        return IQ_EFORMAT;
    }
    if (!strcmp(wanted, "real")) {
        device->guest = driver;
        if (!driver) {
            device->driver[0] = '\0';
            fputs(
                "inquest: warning: --device real, but this machine has no NVIDIA driver (libcuda.so.1): "
                "CUDA calls cannot be seen and will not be checked\n",
                stderr);
        }
        return 0;
    }
    if (driver && has_device(device))
        return 0;
    device->fallback = driver ? "the NVIDIA driver finds no GPU" : "no NVIDIA driver";
    return use_soft(device, place, error);
}

/* Embedded images with kernels.  One that nvcc linked from -rdc=true code is machine code only; the
 * PTX that it was made from lies in relocatable images, and the software device links that. */
struct program_images {
    struct iq_image_target target;
    struct iq_image_verdict verdict; /* on the last one that is unusable */
    size_t total;
    IQ_VEC(char *) unusable; /* a kernel of each image without PTX that fits; owned */
    IQ_VEC(char *) linkable; /* kernels of relocatable PTX; owned */
    char contents[256];
};

static bool note_first_kernel(void *user, const char *name, size_t length, bool kernel)
{
    char **found = user;
    if (kernel && !*found)
        *found = strndup(name, length);
    return !*found;
}

static bool note_linkable(void *user, const char *name, size_t length, bool kernel)
{
    struct program_images *images = user;
    char *copy = kernel ? strndup(name, length) : NULL;
    if (copy && iq_vec_push(&images->linkable, copy))
        free(copy);
    return true;
}

/* A kernel in the SASS of [entry], NULL if it has none (as images that nvcc adds for linking).  The
 * caller frees it. */
static char *first_kernel(const struct iq_image_entry *entry)
{
    char *data, *found = NULL;
    size_t size;
    if (iq_image_unpack(entry, &data, &size))
        return NULL;
    iq_image_cubin_names(data, size, note_first_kernel, &found);
    free(data);
    return found;
}

static void note_relocatable(struct program_images *images, const struct iq_image_embedded *found)
{
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    char *data;
    size_t size;
    for (iq_image_begin(&found->image, &cursor); iq_image_next(&cursor, &entry);)
        if (iq_image_fits(&images->target, &entry) && !iq_image_unpack(&entry, &data, &size)) {
            iq_image_ptx_names(data, size, note_linkable, images);
            free(data);
        }
}

static bool look_at(void *user, const struct iq_image_embedded *found)
{
    struct program_images *images = user;
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    char *kernel = NULL;
    bool ptx = false;
    if (found->relocatable) {
        note_relocatable(images, found);
        return true;
    }
    for (iq_image_begin(&found->image, &cursor); !ptx && iq_image_next(&cursor, &entry);)
        if (entry.kind == IQ_ENTRY_ELF)
            kernel = kernel ? kernel : first_kernel(&entry);
        else
            ptx = iq_image_fits(&images->target, &entry);
    images->total += ptx || kernel;
    if (ptx || !kernel || iq_vec_push(&images->unusable, kernel)) {
        free(kernel);
        return true;
    }
    iq_image_judge(&found->image, &images->target, &images->verdict);
    iq_image_contents(&found->image, images->contents, sizeof images->contents);
    return true;
}

static bool is_linkable(const struct program_images *images, const char *kernel)
{
    for (size_t i = 0; i < images->linkable.count; i++)
        if (!strcmp(images->linkable.data[i], kernel))
            return true;
    return false;
}

/* Images that the software device can neither run nor link.  Empties [images]. */
static size_t count_unusable(struct program_images *images)
{
    size_t count = 0;
    for (size_t i = 0; i < images->unusable.count; i++) {
        count += !is_linkable(images, images->unusable.data[i]);
        free(images->unusable.data[i]);
    }
    for (size_t i = 0; i < images->linkable.count; i++)
        free(images->linkable.data[i]);
    iq_vec_finish(&images->unusable);
    iq_vec_finish(&images->linkable);
    return count;
}

/* Kernels that exist as machine code of a GPU only cannot be interpreted. */
static void judge_images(const struct iq_executable *program, const struct iq_options *options)
{
    struct program_images images = { .target.interprets = true };
    struct iq_image_file file;
    const char *arch = options->value[IQ_OPTION_SOFT_ARCH];
    const int usual = iq_soft_profile(options->value[IQ_OPTION_SOFT_PROFILE])->capability;
    images.target.major = arch ? atoi(arch) : usual / 10;
    images.target.minor = !arch ? usual % 10 : strchr(arch, '.') ? atoi(strchr(arch, '.') + 1) : 0;
    if (iq_image_file_open(program->path, &file))
        return;
    iq_image_file_each(&file, look_at, &images);
    iq_image_file_close(&file);
    size_t unusable = count_unusable(&images);
    const char *variant = iq_image_variant_text(images.verdict.variant);
    if (unusable)
        fprintf(
            stderr,
            "inquest: warning: %s holds kernels as %s only (%zu of %zu images), but the software device (compute capability %d.%d) runs PTX: "
            "add PTX: -gencode arch=compute_%d%s,code=compute_%d%s (a limit of the software device, not a mistake of the program)\n",
            program->path, images.contents, unusable, images.total, images.target.major,
            images.target.minor, images.verdict.arch, variant, images.verdict.arch, variant);
}

int iq_device_judge(const struct iq_device_choice *device, const struct iq_executable *program,
                    const struct iq_options *options, struct iq_str *error)
{
    if (program->is_static)
        fprintf(
            stderr,
            "inquest: warning: %s is linked statically: nothing can be loaded into it, so its GPU calls cannot be "
            "seen (programs that it starts can)\n",
            program->path);
    if (program->foreign_loader[0])
        fprintf(
            stderr,
            "inquest: warning: %s is not a glibc program (its loader is %s): inquest cannot be loaded into it, so neither its "
            "GPU calls nor those of programs that it starts can be seen\n",
            program->path, program->foreign_loader);
    if (program->privileged)
        fprintf(
            stderr,
            "inquest: warning: %s runs with other privileges (set-user-ID or file capabilities): the loader will not load inquest into "
            "it, so its GPU calls cannot be seen\n",
            program->path);
    if (!device->soft || program->script || program->is_static)
        return 0;
    if (program->runtime == IQ_RUNTIME_HIDDEN) {
        iq_str_printf(
            error,
            "%s has the CUDA runtime linked in and its symbols stripped, so the software device cannot "
            "take the runtime's place: do not strip it, or link with -cudart shared, or run it on a machine with a GPU",
            program->path);
        return IQ_EUNSUPPORTED;
    }
    judge_images(program, options);
    return 0;
}

/* Linking PTX: what cuLink* and nvJitLink* have in common.  Texts are kept until all are there; the
 * linked image is a list of them that only this driver loads, or the text itself if there is but
 * one.  Libraries and object files give the PTX that is embedded in them; NVIDIA's device runtime,
 * which has machine code only, is replaced by functions of our own (device_runtime.c).
 * Owner: the caller's struct, all zero at first; iq_linker_finish frees what hangs on it.  Threads:
 * one at a time; no lock. */
#ifndef IQ_SOFTDEV_LINK_H
#define IQ_SOFTDEV_LINK_H

#include "softdev/module.h"

struct iq_linker {
    char **texts;
    size_t *sizes, count, capacity;
    uint32_t max_registers; /* of kernels; 0: no limit */
    uint32_t capability;    /* 90: newer PTX is refused; 0: any is taken */
    bool has_runtime;
    char *image; /* NULL until complete */
    size_t image_size;
};

/* Takes the PTX of an image, an object file or a library; [data] stays the caller's.  The program's
 * status tells, its log is what the compiler says; it has no code.  To be given back by
 * iq_program_unref.  NULL: no memory. */
struct iq_program *iq_linker_add(struct iq_linker *linker, const void *data, size_t size);
/* As iq_linker_add, from the file at [path]; the status may be that of a missing file. */
struct iq_program *iq_linker_add_file(struct iq_linker *linker, const char *path);
/* Makes the image and tries it: the linked program. */
struct iq_program *iq_linker_complete(struct iq_linker *linker);
void iq_linker_finish(struct iq_linker *linker);

/* The texts in an image that was linked before; [end] NULL: the length of the image is not known,
 * and it is whole. */
struct iq_linked {
    const char *at, *end;
    uint32_t left, max_registers;
};
bool iq_linked_begin(struct iq_linked *linked, const void *image, const void *end);
bool iq_linked_next(struct iq_linked *linked, const char **text, size_t *size);

/* PTX of the functions of NVIDIA's device runtime that need no launches from kernels. */
extern const char iq_device_runtime_ptx[];
/* Does this hold NVIDIA's device runtime? */
bool iq_is_device_runtime(const void *data, size_t size);

#endif

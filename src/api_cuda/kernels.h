/* What is known of the kernels that the program launches: their parameters, and what they do
 * through those that are addresses. Looked up in the images once per kernel, at its first launch;
 * images that the program loads itself are copied when they are loaded, since it may free them.
 * Owner: core; what is known lives as long as the process, equal kernels share it.  Threads:
 * looking up takes no lock after the first time; the rest takes IQ_LOCK_KERNELS.  Fork:
 * survives. */
#ifndef IQ_API_CUDA_KERNELS_H
#define IQ_API_CUDA_KERNELS_H

#include "base/hot.h"
#include "image/kernel.h"
#include "model/handle.h"

struct iq_kernel {
    bool has_code; /* what is done through the words is known */
    bool may_wait; /* it may wait for others while it runs */
    uint16_t param_count, word_count;
    uint32_t bytes;                      /* of all parameters */
    uint32_t block[3];                   /* threads of each of its blocks; 0: any number */
    const struct iq_image_param *params; /* names end with a NUL */
    const struct iq_image_word *words;   /* only those through which memory is used, or may be */
};

/* An argument of a kernel (of an event of IQ_VERB_PASS). */
struct iq_parameter {
    const struct iq_kernel *kernel;
    const struct iq_image_word *word; /* NULL: the address of the argument itself is bad */
    int index;                        /* among the kernel's parameters */
    /* without a word: bytes of the buffer of arguments, which ends in this parameter or before it;
     * 0: there is no buffer */
    uint64_t room;
};

/* The kernel that [function] is: a host function of the runtime, or, with [handle], a handle.
 * NULL: nothing is known. */
const struct iq_kernel *iq_kernel_of(uint64_t function, struct iq_handle *handle);

/* The handle [kernel] was made unseen, by the driver's private tables for example: asks the driver
 * what it is, and remembers it.  [handle]: the record of it, NULL: there is none yet.  False: it is
 * not the handle of a kernel, or the driver cannot tell. */
bool iq_kernel_adopt(uint64_t kernel, struct iq_handle *handle);

/* How often a host function has become another kernel; atomic. */
extern uint32_t iq_kernel_changes IQ_HOT;

/* The name of parameter [index], NULL: not known. */
static inline const char *iq_kernel_parameter(const struct iq_kernel *kernel, int index)
{
    return kernel && index < kernel->param_count ? kernel->params[index].name : NULL;
}

/* [host] was registered, maybe again and for another kernel. */
void iq_kernel_forget(uint64_t host);

/* [module] (a module or library) was loaded from an image in memory, of [size] bytes or
 * IQ_IMAGE_SIZE_UNKNOWN, or from a file. */
void iq_kernel_add_image(struct iq_handle *module, const void *bytes, size_t size);
void iq_kernel_add_file(struct iq_handle *module, const char *path);

/* A copy of the image of [module], which free takes; it ends with a NUL.  NULL: there is none. */
char *iq_kernel_image(const struct iq_handle *module, size_t *size);

/* [module] is gone. */
void iq_kernel_drop_image(struct iq_handle *module);

#endif

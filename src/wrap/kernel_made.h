/* What machine code was made of while the program ran: what cuLink* and nvJitLink linked, NVRTC
 * compiled, ptxas made in a child, Triton has in its cache.  Machine code holds nothing to
 * instrument; the program gets it as it is, and may keep it in a cache of its own.  When it is
 * loaded, what it was made of is instrumented and linked in its place; on the software device it is
 * loaded (soft_images.c).
 * kernel_made.c: what is known; kernel_linking.c: cuLink*; kernel_compilers.c: NVRTC and nvJitLink;
 * kernel_triton.c: Triton's cache; kernel_ptxas.c: ptxas.
 * Owner: what is known is kept while the process lives, up to a limit.  Threads: any.  Fork:
 * survives. */
#ifndef IQ_WRAP_KERNEL_MADE_H
#define IQ_WRAP_KERNEL_MADE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/cuda_abi.h"
#include "base/contract.h"
#include "base/vec.h"
#include "image/image.h"

struct iq_made_input {
    CUjitInputType type; /* NVVM: code for link-time optimisation */
    char *data;          /* with a NUL behind it */
    size_t size;
};

struct iq_made_from {
    IQ_VEC(struct iq_made_input) inputs;
    IQ_VEC(char *) options; /* of nvJitLink */
    unsigned max_registers; /* of a kernel; 0: no limit */
    const char *by;         /* static: what the module is called */
    char name[64];          /* ... unless it has a name, "" */
    bool failed;            /* there was no memory for an input */
};

/* Adds a copy of [data], or what that was made of itself. */
void iq_made_add(struct iq_made_from *from, CUjitInputType type, const void *data, size_t size);
void iq_made_add_file(struct iq_made_from *from, CUjitInputType type, const char *path);
void iq_made_add_option(struct iq_made_from *from, const char *option);
void iq_made_finish(struct iq_made_from *from);

/* [image], of [size] bytes, was made of [from], whose contents go over. */
void iq_made_note(const void *image, size_t size, struct iq_made_from *from);

/* What [image] was made of: NULL: not known.  Its length is found by comparing. */
const struct iq_made_from *iq_made_find(const void *image);

/* A linker's handle, whose inputs are collected.  iq_made_of: NULL: not seen. */
void iq_made_begin(const void *linker, const char *by, unsigned max_registers);
struct iq_made_from *iq_made_of(const void *linker);
void iq_made_end(const void *linker);

/* What [cubin] was made of by another process, as the cache on disk or Triton's tells.  False: it
 * is not known; where Triton has only the machine code, *why says so. */
bool iq_made_before(const struct iq_image *cubin, struct iq_made_from *from, const char **why);

/* The PTX beside [cubin] in Triton's cache, as what it was made of.  False: it is not there; where
 * only the machine code is, *why says so. */
bool iq_made_by_triton(const struct iq_image *cubin, struct iq_made_from *from, const char **why);

void iq_kernel_linking_install(void);

/* On the software device: loads what machine code was made of (soft_images.c). */
void iq_soft_images_install(void);

/* When this process is loaded: if it is ptxas, its end keeps what it has made. */
void iq_kernel_ptxas_look(void);

/* In place of the libraries' functions, which are in iq_wrap_original. */
int iq_checked_nvrtcGetCUBIN(const void *program, char *cubin);
int iq_checked_nvJitLinkCreate(void **linker, uint32_t count, const char **options);
int iq_checked_nvJitLinkDestroy(void **linker);
int iq_checked_nvJitLinkAddData(void *linker, int type, const void *data, size_t size,
                                const char *name);
int iq_checked_nvJitLinkAddFile(void *linker, int type, const char *path);
int iq_checked_nvJitLinkGetLinkedCubin(void *linker, void *cubin);

#endif

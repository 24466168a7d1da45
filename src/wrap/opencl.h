/* OpenCL in the process: as a layer of its loader, or, where the loader has no layers, by patching
 * the public entry points of what stands in its place (an old or bundled loader, a vendor's library
 * that the program is linked to).
 * Owner: records are never freed.  Threads: the scan under the dynamic linker's lock or before
 * there are threads; the rest any.
 * Fork: survives. */
#ifndef IQ_WRAP_OPENCL_H
#define IQ_WRAP_OPENCL_H

#include <stdbool.h>

#include "wrap/patch.h"

/* Looks at an object that has just been loaded; needs no libc.  [at_start]: it came with the
 * program, not by dlopen. */
void iq_opencl_look_at(const struct iq_elf_object *object, bool at_start, bool live);

/* The first call through a patched entry point: what costs time and waited for it. */
void iq_opencl_first(struct iq_patch *patch);

/* A library of OpenCL is loaded and none of its calls can be seen; NULL if that is not so. */
const char *iq_opencl_unseen(void);

#endif

/* Compilers of the toolkit on the software device, which cannot run machine code: where a program
 * asks libnvrtc for machine code it gets the PTX of the same program, and libnvJitLink's functions
 * lead to the software driver's linker, which asks the library itself for link-time optimisation.
 * On a real GPU with --kernel-checks functions of kernel_compilers.c see what they make, and of
 * what; without, nothing is touched.
 * Threads: as cudart.h. */
#ifndef IQ_WRAP_COMPILERS_H
#define IQ_WRAP_COMPILERS_H

#include <stdbool.h>

#include "wrap/patch.h"

/* Patches [object] if it is one of the two libraries and something is wanted of them. */
void iq_compilers_look_at(const struct iq_elf_object *object, bool live);

/* First call through a patch without a row. */
void iq_compilers_first(struct iq_patch *patch);

/* The function [name] of the library whose patched function the calling thread is in; calls of a
 * patched one come back here.  0: it has none. */
uintptr_t iq_compilers_function(const char *name);

#endif

/* Compilers of the toolkit on the software device, which cannot run machine code: where a program
 * asks libnvrtc for machine code it gets the PTX of the same program, and libnvJitLink's functions
 * lead to the software driver's linker, which asks the library itself for link-time optimisation.
 * On a real GPU nothing is touched.
 * Threads: as cudart.h. */
#ifndef IQ_WRAP_COMPILERS_H
#define IQ_WRAP_COMPILERS_H

#include <link.h>
#include <stdbool.h>

#include "wrap/patch.h"

/* Patches [map] if it is one of the two libraries and the device is soft. */
void iq_compilers_look_at(const struct link_map *map, bool live);

/* First call through a patch without a row. */
void iq_compilers_first(struct iq_patch *patch);

#endif

/* Texture and surface objects that checked kernels get: what they were made of, and whether that is
 * still there.
 * Owner: this module, of what it remembers of each object.  Threads: any, its lock. */
#ifndef IQ_WRAP_KERNEL_OBJECTS_H
#define IQ_WRAP_KERNEL_OBJECTS_H

#include <stdbool.h>
#include <stdint.h>

/* IQ_WORD_TEXTURE, IQ_WORD_SURFACE of the object [value]: what of it is gone, 0: nothing.
 * ..missing: IQ_WORD_TEXELS of the texture [value]. */
uint64_t iq_kernel_object_gone(uint64_t value, bool is_surface);
uint64_t iq_kernel_object_missing(uint64_t value);

/* The linear memory of the texture [value] as it was made: where it begins, and the bytes of a
 * texel.  False: it is not known, or has none. */
bool iq_kernel_object_memory(uint64_t value, uint64_t *address, uint32_t *texel_bytes);

#endif

/* PoCL's program binaries ("poclbin", versions 9 to 12, little-endian), as far as they say how long
 * they are.
 *
 * Owner: the caller's memory, which is read through [read] only.  Threads: any, no locks.
 * Source: lib/CL/pocl_binary.c of PoCL, its comments about the format. */
#ifndef IQ_IMAGE_POCL_H
#define IQ_IMAGE_POCL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies [size] bytes at [address]; false: they cannot be read. */
typedef bool (*iq_pocl_read)(uint64_t address, void *to, size_t size);

/* The [size] bytes at [address] are a binary that is cut off: the number of bytes that it has at
 * least.  0: it is not cut off, or is none. */
uint64_t iq_pocl_missing(uint64_t address, uint64_t size, iq_pocl_read read);

#endif

/* Shadow bits of device memory for --kernel-checks=all: a bit a byte, set where something has
 * written it (instrument/shadow.c).  An allocation is watched until all of it was written, or until
 * something may write it that is not seen; its bits begin to exist when they are needed.  What is
 * not watched counts as written.
 * Owner: the guest; the memory is the driver's, an eighth of what it is for.  Threads: any; a lock
 * of its own, under which the driver is called. */
#ifndef IQ_WRAP_KERNEL_SHADOW_H
#define IQ_WRAP_KERNEL_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/cuda_abi.h"

/* The driver made the memory at [base]; it ends with iq_kernel_shadow_drop. */
void iq_kernel_shadow_begin(uint64_t base, uint64_t size);

/* Work is about to be enqueued on [stream], as functions without suffix understand it: something
 * writes [size] bytes at [at], or copies them from [from]. */
void iq_kernel_shadow_write(uint64_t at, uint64_t size, CUstream stream);
/* ... [width] bytes of each of [height] rows. */
void iq_kernel_shadow_rows(uint64_t at, uint64_t pitch, uint64_t width, uint64_t height,
                           CUstream stream);
void iq_kernel_shadow_copy(uint64_t at, uint64_t from, uint64_t size, CUstream stream);

/* The last write of the host to a part of the allocation that [address] is in, if it was followed
 * by one launch that got the memory at most. */
struct iq_kernel_part {
    uint64_t at, size;
    uint64_t site; /* as the observer's call_site says */
};
bool iq_kernel_shadow_part(uint64_t address, struct iq_kernel_part *part);

/* Somebody may write the allocation at [at], or any allocation, and is not seen. */
void iq_kernel_shadow_drop(uint64_t at);
void iq_kernel_shadow_drop_all(void);

/* IQ_WORD_SHADOW of memory that a kernel on the current context is given; 0: it is not watched. */
uint64_t iq_kernel_shadow_word(uint64_t base, uint64_t size);

/* A context has ended: what was in it is gone. */
void iq_kernel_shadow_forget(void);

/* Bytes of allocations that are not watched because there was no memory for their bits. */
uint64_t iq_kernel_shadow_left_out(void);

/* The stream that functions without suffix know as what [stream] is for those with one. */
static inline CUstream iq_kernel_suffixed(CUstream stream)
{
    return stream ? stream : CU_STREAM_PER_THREAD;
}

/* Does [stream] take part in a capture, or is that not known? */
bool iq_kernel_shadow_is_captured(CUstream stream);

/* Puts our functions in front of those of the driver that make, free and write memory. */
void iq_kernel_writes_install(void);

#endif

/* Copies to the host of bytes that nothing has written.  That alone is no mistake: programs copy
 * whole buffers of which a kernel fills as much as there is.  It is one where every thread of the
 * launch that wrote the rest did the same share of it, in order, so that what is missing is what
 * more threads would have written, and the program does not say that it wants no more (is_meant).
 * Owner: process; a table of the last allocations that kernels wrote in part.  Threads: any, a lock
 * inside. */
#ifndef IQ_SOFTDEV_UNWRITTEN_H
#define IQ_SOFTDEV_UNWRITTEN_H

#include "softdev/memory.h"

struct iq_copy_work;
struct iq_launch_work;
struct iq_soft_fault;
struct iq_work;

/* [rows] of [size] bytes, the first at [address], copied from the host's memory at [source] (0: it
 * was a fill); the pitches count if there is more than one row. */
struct iq_written {
    uint64_t address, size, source, site, rows, pitch, source_pitch;
    bool of_array;    /* they are rows of one, without padding */
    uint32_t element; /* bytes, of an array; 0: not known */
};

/* The kernel of [work] has written to the allocation at [address]. */
void iq_unwritten_note(const struct iq_launch_work *work, uint64_t address);
/* The host, or somebody whom nothing is known of, has written to a part of [alloc]. */
void iq_unwritten_spoil(const struct iq_alloc *alloc);
/* A call of [site] (0: not known) has done so. */
void iq_unwritten_wrote(const struct iq_written *written);
/* The kernel of [work] read at [address], in [alloc], what nothing has written: says in [fault]
 * which call wrote less, and whether it took a number of elements for one of bytes. */
void iq_unwritten_blame(const struct iq_launch_work *work, const struct iq_alloc *alloc,
                        uint64_t address, struct iq_soft_fault *fault);
/* The kernel of [work] left an allocation: says in [fault] whether its bytes are as many as an
 * argument says elements. */
void iq_unwritten_allocated(const struct iq_launch_work *work, struct iq_soft_fault *fault);
/* An access at [offset] of shared memory left what the block has: says in [fault], with the words
 * in [text], how much dynamic shared memory the launch gave, and whether that looks like a number
 * of elements.  Leaves it alone if there is none. */
void iq_unwritten_shared(const struct iq_launch_work *work, struct iq_soft_fault *fault,
                         uint64_t offset, char *text, size_t size);
/* Bytes of [from] were copied to [to], the unwritten ones too. */
void iq_unwritten_copied(const struct iq_alloc *to, const struct iq_alloc *from);
/* Might a copy or fill have to be reported?  Then it needs a site.  The driver lock is held. */
bool iq_unwritten_is_due(const struct iq_work *work);
/* The copy is about to be done. */
void iq_unwritten_check(const struct iq_copy_work *work);

#endif

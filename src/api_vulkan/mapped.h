/* Mapped memory under page guards (order/guard.h): while submitted work uses it, after its unmap,
 * and where it is not coherent until it is invalidated. No call that waits or asks for progress
 * meets them: threads of a driver on the CPU would.
 * Owner: core.  Threads: any. */
#ifndef IQ_API_VULKAN_MAPPED_H
#define IQ_API_VULKAN_MAPPED_H

#include "api_vulkan/objects.h"
#include "order/guard.h"

extern const struct iq_guard_owner iq_guard_vulkan; /* rules/vulkan/guard_findings.c */

/* A recorded command that is part of the work up to [point]; .recorded: the submission's call where
 * its own is not known. */
struct iq_vk_work {
    struct iq_vk_access access;
    struct iq_vk_point point;
    struct iq_call_ref recorded, submitted;
};

/* What [work] reads or writes is guarded, now or when it is mapped. */
void iq_vk_mapped_guard(const struct iq_vk_work *work);

/* [memory] was mapped: guards what was submitted before that. */
void iq_vk_mapped_begun(const struct iq_handle *memory);

/* [memory] was unmapped: whoever uses the old address is wrong. */
void iq_vk_mapped_ended(const struct iq_handle *memory, uint64_t address, uint64_t size,
                        struct iq_call_ref ref);

/* A call begins that tells the host of the end of work: guards are open until it is back.  It is:
 * [queue] is the only one whose work it was about (NULL: it told nothing); not [known]: it may have
 * told anything. */
void iq_vk_mapped_open(void);
void iq_vk_mapped_close(const struct iq_vk_queue *queue, bool known);

/* [memory] is about to be flushed or invalidated, which may be looked at then; it was, and bytes
 * [lo, hi) of it are as the device wrote them. */
void iq_vk_mapped_sync_begins(const struct iq_handle *memory);
void iq_vk_mapped_invalidated(const struct iq_handle *memory, uint64_t lo, uint64_t hi);

/* A call has told the host of the end of work, with no guards left. */
void iq_vk_mapped_work_ended(void);

/* Lifts the guards of submitted work; every one of [memory] (NULL: of all). */
void iq_vk_mapped_lift(void);
void iq_vk_mapped_drop(const struct iq_handle *memory);

#endif

/* Mapped memory under guard: while submitted work reads or writes it, its pages are protected, so that a host access that comes too
 * early traps, is reported, and goes on.  Guards are lifted before every call that waits or asks for progress.
 *
 * A driver that works on the CPU has threads of its own, which trap on the same pages.  They wait until the guard is lifted, so that
 * their work is done as late as a GPU's may be; after a short while they go on in any case.
 * Owner: core.  Threads: any; IQ_LOCK_ORDER.  Signals: iq_vk_mapped_fault runs in the handler.  Fork: dropped in the child. */
#ifndef IQ_CORE_VULKAN_MAPPED_H
#define IQ_CORE_VULKAN_MAPPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/vulkan/objects.h"

/* Number of guards; atomic. */
extern uint32_t iq_vk_mapped_count;

/* What [touch] says is read or written by work up to [point], which was submitted at [mark]. */
void iq_vk_mapped_guard(struct iq_vk_touch touch, struct iq_vk_point point, struct iq_mark mark);

/* [memory] was unmapped: whoever uses the old address is wrong. */
void iq_vk_mapped_ended(struct iq_handle *memory, uint64_t address, uint64_t size, struct iq_mark mark);

/* The same for memory that was freed while it was mapped: the driver has its pages back, so only a crash can tell. */
void iq_vk_mapped_freed(const struct iq_handle *memory, uint64_t address, uint64_t size, struct iq_mark mark);

/* A crash of the program at [address], at the instruction [pc]: true if a mapping of freed memory was there, and is reported. */
bool iq_vk_mapped_crashed(uint64_t address, uintptr_t pc);

/* [memory] was mapped: guards what was submitted before that. */
void iq_vk_mapped_begun(const struct iq_handle *memory);

/* Lifts the guards of submitted work; those of [memory]; every one. */
void iq_vk_mapped_lift_all(void);
void iq_vk_mapped_drop(void);
void iq_vk_mapped_lift(const struct iq_handle *memory);

/* A fault at [address]: true if a guard caused it, which is lifted now. */
bool iq_vk_mapped_fault(uint64_t address, bool write, uintptr_t pc);

/* libc gives [size] bytes at [at] to a system call, which would fail on a guard. */
void iq_vk_mapped_io(uint64_t at, uint64_t size, bool write, uintptr_t pc);

#endif

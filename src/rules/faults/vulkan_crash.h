/* A signal that hits Vulkan's loader, above all layers: a call was given a dispatchable handle that
 * is none (any more); or a thread of a driver that works on the CPU. Runs in our signal handler.
 * Threads: any. */
#ifndef IQ_RULES_FAULTS_VULKAN_CRASH_H
#define IQ_RULES_FAULTS_VULKAN_CRASH_H

#include <stdbool.h>
#include <stdint.h>

#include "process/stack.h"

/* The program was hit at [pc], with the stack pointer [sp]; where functions get their first
 * argument is [first].  True: it was in a call of the loader, and that is reported. */
bool iq_vk_crashed(uintptr_t pc, uintptr_t sp, uint64_t first);

/* A thread of the driver's own was hit by [signal] at [address] (0: not known).  True: it was
 * working on what was submitted, or a call is under way, or work was submitted before, and that is
 * reported, or follows from an error that was. */
bool iq_vk_crashed_on_driver_thread(const char *signal, uint64_t address);

/* The last submissions become related to [finding]. */
struct iq_finding;
void iq_vk_relate_submissions(struct iq_finding *finding);

/* Is [pc] in the validation layer, and has an error been reported?  The layer does not survive all
 * that it objected to; what it said is the story. */
bool iq_vk_crashed_in_layer(uintptr_t pc);

/* The program calls [entry] of the loader, at [site]; NULL: the call has returned.  What the loader
 * aborts by itself is so deep in its functions that the stack does not show who called. */
struct iq_entry;
void iq_vk_call_loader(const struct iq_entry *entry, struct iq_site site);

/* The Vulkan loader's code, once it is mapped. */
void iq_vk_set_loader(uintptr_t begin, uintptr_t end);
bool iq_vk_is_loader(uintptr_t code);

#endif

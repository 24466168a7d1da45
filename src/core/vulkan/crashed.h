/* A signal that hits Vulkan's loader, above all layers: a call was given a dispatchable handle that is none (any more).
 * Runs in our signal handler.  Threads: any. */
#ifndef IQ_CORE_VULKAN_CRASHED_H
#define IQ_CORE_VULKAN_CRASHED_H

#include <stdbool.h>
#include <stdint.h>

/* The program was hit at [pc], with the stack pointer [sp].  True: it was in a call of the loader, and that is reported. */
bool iq_vk_crashed(uintptr_t pc, uintptr_t sp);

/* The Vulkan loader's code, once it is mapped. */
void iq_vk_set_loader(uintptr_t begin, uintptr_t end);

#endif

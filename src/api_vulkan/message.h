/* Between the Vulkan layer (src/wrap/vulkan.c) and core: what a validation layer below us says, and
 * what a new device is like.
 * Threads: any.  Nothing here calls the driver. */
#ifndef IQ_API_VULKAN_MESSAGE_H
#define IQ_API_VULKAN_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/vulkan_abi.h"

/* A validation layer is below us: what it says counts, and what it is better at is left to it. */
void iq_vk_listen(bool listening);
bool iq_vk_is_listening(void);

/* A message of type validation, given on the thread whose call it is about.  Returns 1 if the call
 * must not reach the driver: the validation layer then leaves it out. */
VkBool32 iq_vk_message(bool error, const VkDebugUtilsMessengerCallbackDataEXT *data);

/* The code of a layer that loaders put between the program and us (those that switch themselves on
 * are): what it does itself looks like the program's doing.  [name] is its file and stays valid.
 * The name for an address in such code, else NULL. */
void iq_vk_add_layer(uintptr_t begin, uintptr_t end, const char *name);
const char *iq_vk_layer_at(uintptr_t pc);

/* [device] was made. */
void iq_vk_device_made(VkDevice device, const VkPhysicalDeviceMemoryProperties *memory,
                       const VkPhysicalDeviceProperties *properties);

/* Kind of the objects of a VkObjectType; IQ_KIND_NONE for others. */
int iq_vk_kind_of_type(VkObjectType type);

/* Kind of the handle type [name] of [length] characters ("VkBuffer"); IQ_KIND_NONE. */
int iq_vk_kind_named(const char *name, size_t length);

#endif

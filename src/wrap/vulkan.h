/* The Vulkan layer: from a dispatchable handle to the functions of the next layer or the driver.
 * Owner: vulkan.c; a chain is used again after its instance or device was destroyed.  Threads: any;
 * look-ups take no lock. */
#ifndef IQ_WRAP_VULKAN_H
#define IQ_WRAP_VULKAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/vulkan_layer.h"
#include "model/entry.h"
#include "real_vulkan.h"
#include "wrap/elf.h"

/* One function that we wrap; generated, sorted by symbol. */
struct iq_vulkan_row {
    const char *symbol;
    void *wrapper;
    size_t offset; /* of the next function in struct iq_real_vulkan */
    const struct iq_entry *entry;
};
extern const struct iq_vulkan_row iq_wrap_vulkan[];
extern const uint32_t iq_wrap_vulkan_count;

/* What lies below us for one instance or one device. */
struct iq_vulkan_chain {
    struct iq_real_vulkan real;
    iq_vk_instance_proc next_instance_proc, next_physical_proc;
    iq_vk_device_proc next_device_proc;
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger; /* ours; 0: none */
};

enum { IQ_VULKAN_SLOTS = 256 };

/* Objects of one instance or device begin with the same pointer, which the loader put there. */
struct iq_vulkan_slot {
    void *key;
    struct iq_vulkan_chain *chain;
};
extern struct iq_vulkan_slot iq_vulkan_slots[IQ_VULKAN_SLOTS];

static inline uint32_t iq_vulkan_hash(const void *key)
{
    return (uint32_t)(((uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u) >> 56);
}

/* NULL: what [dispatchable] points to is not such an object. */
static inline struct iq_vulkan_chain *iq_vulkan_chain_of(const void *dispatchable)
{
    void *key = *(void *const *)dispatchable, *there;
    uint32_t i = iq_vulkan_hash(key);
    while ((there = __atomic_load_n(&iq_vulkan_slots[i].key, __ATOMIC_ACQUIRE)) != key && there)
        i = (i + 1) % IQ_VULKAN_SLOTS;
    return iq_vulkan_slots[i].chain;
}

static inline const struct iq_real_vulkan *iq_vulkan_next(const void *dispatchable)
{
    return &iq_vulkan_chain_of(dispatchable)->real;
}

/* [object] was loaded: if it is the Vulkan loader, what it refuses by itself is noted from now on.
 * Under the dynamic linker's lock. */
void iq_vulkan_look_at(const struct iq_elf_object *object, bool live);

#endif

/* Dispatches that nothing has put in order yet: what their first work items touch, as far as that
 * is certain (image/spirv.h), compared with each other.
 *
 * A recording keeps what is bound for dispatches, and the last dispatches since a barrier that
 * covers them.  A further one that shares memory with one of them is looked at: their shaders are
 * run for the first work item.  So a recording with the barriers that it needs costs nothing.
 * Owner: shaders and programs live as long as the process, equal code is kept once; what a
 * recording has belongs to it.
 * Threads: a recording is changed by one thread at a time, as the API demands; shaders are
 * guarded. */
#ifndef IQ_API_VULKAN_COMPUTE_H
#define IQ_API_VULKAN_COMPUTE_H

#include "api_vulkan/objects.h"
#include "image/spirv.h"
#include "order/conflict.h"

enum {
    IQ_VK_SETS = 4,
    IQ_VK_PUSHED = 128,
    IQ_VK_OPEN = 8,
    IQ_VK_ITEM_ACCESSES = 16,
    IQ_VK_ORDERED = 8,
    IQ_VK_CONSTANTS = 8
};

/* A shader for dispatches, and as a program: its entry point and specialisation. */
struct iq_vk_shader;
struct iq_vk_program {
    struct iq_vk_shader *shader;
    const char *entry;
    struct iq_spirv_constant constants[IQ_VK_CONSTANTS];
    uint32_t constant_count;
};

struct iq_vk_dispatch {
    struct iq_call_ref ref;
    const struct iq_vk_program *program; /* NULL: not known */
    struct iq_handle *sets[IQ_VK_SETS];
    uint32_t groups[3], push_bytes;
    uint8_t push[IQ_VK_PUSHED];
    uint32_t number; /* 1.. of the recording */
    /* iq_vk_now: what sets lead to is not known any more when they were written since */
    uint64_t at;
    int access_count; /* -1: not looked at */
    struct iq_spirv_access accesses[IQ_VK_ITEM_ACCESSES];
};

struct iq_vk_compute {
    struct iq_vk_dispatch next;             /* as it would be now */
    struct iq_vk_dispatch open[IQ_VK_OPEN]; /* oldest first */
    /* looks, items: comparisons and runs for the host's sake that are left */
    uint32_t open_count, looks, items;
    /* dispatches up to this number have run before those to come; what they wrote may not be
     * visible */
    uint32_t executed;
    /* writes to these, up to that dispatch, are visible */
    struct {
        const struct iq_handle *handle;
        uint32_t number;
    } ordered[IQ_VK_ORDERED];
    uint32_t ordered_count;
};

/* The code of a shader module, kept; NULL if it is none for dispatches, or not worth it. */
struct iq_vk_shader *iq_vk_shader_keep(const uint32_t *code, size_t bytes);
const struct iq_vk_program *iq_vk_program_of(struct iq_vk_shader *shader, const char *entry,
                                             const VkSpecializationInfo *special);

/* The compute state of [recording]; NULL if out of memory. */
struct iq_vk_compute *iq_vk_compute_of(struct iq_vk_recording *recording);
void iq_vk_compute_start(struct iq_vk_compute *compute);

/* Does a dispatch of [groups] now conflict with one before, for certain?  Bytes of *conflict are
 * counted in its .object, a buffer or an image. */
bool iq_vk_compute_conflict(struct iq_vk_compute *compute, const uint32_t groups[3],
                            struct iq_conflict *conflict);
void iq_vk_compute_dispatch(struct iq_vk_recording *recording, const uint32_t groups[3],
                            struct iq_call_ref ref);

/* A barrier: what comes waits for dispatches; [all]: it makes all that they wrote visible. */
void iq_vk_compute_order(struct iq_vk_compute *compute, bool all);

/* A barrier that makes visible what dispatches wrote to [handle], a buffer or an image. */
void iq_vk_compute_order_one(struct iq_vk_compute *compute, const struct iq_handle *handle);

#endif

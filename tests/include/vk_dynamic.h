/* A dispatch over one buffer of 4096 bytes, of which the offset is said where the set is bound. */
#ifndef VK_DYNAMIC_H
#define VK_DYNAMIC_H

#include "vk_world.h"

static struct vk_buffer data;
static struct vk_compute compute;

/* The set has [range] bytes of the buffer; it is not bound yet. */
#define VK_BEGIN_DYNAMIC(name, range) \
    vk_begin_dynamic(vk_##name##_code, sizeof vk_##name##_code, range)

static inline VkCommandBuffer vk_begin_dynamic(const uint32_t *code, size_t size,
                                               VkDeviceSize range)
{
    vk_world();
    data = vk_make_buffer(4096, VK_STORE);
    compute = vk_make_compute(code, size, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 1);
    VkDescriptorBufferInfo part = { data.buffer, 0, range };
    vk_write(&compute, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, NULL, &part);
    VkCommandBuffer cmd = vk_begin();
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, compute.pipeline);
    return cmd;
}

static inline void vk_end_dynamic(VkCommandBuffer cmd)
{
    vkCmdDispatch(cmd, 1, 1, 1);
    vk_run(cmd);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_end();
}

#endif

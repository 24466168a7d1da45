/* Triangles drawn with indices that stay mapped. */
#ifndef VK_INDEXED_H
#define VK_INDEXED_H

#include "vk_draw.h"

/* [count] indices behind [offset] bytes of [indices]; recorded, not submitted. */
static inline void vk_record_indexed(VkCommandBuffer cmd, const struct vk_draw *draw,
                                     struct vk_buffer indices, VkDeviceSize offset, uint32_t first,
                                     uint32_t count)
{
    vk_record(cmd);
    vk_begin_pass(cmd, draw);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, draw->pipeline);
    vkCmdBindIndexBuffer(cmd, indices.buffer, offset, VK_INDEX_TYPE_UINT16);
    vkCmdDrawIndexed(cmd, count, 1, first, 0, 0);
    vkCmdEndRenderPass(cmd);
    vkEndCommandBuffer(cmd);
}

#endif

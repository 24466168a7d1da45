// light: too
#include "vk_world.h"

/* A buffer that only the secondary command buffer names. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_COPY); // site: created
    VkCommandBuffer inner = VK_NULL_HANDLE;
    VkCommandBufferAllocateInfo allocate = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = vk_pool,
                                            .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY, .commandBufferCount = 1};
    VkCommandBufferInheritanceInfo inherits = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .pInheritanceInfo = &inherits};
    vkAllocateCommandBuffers(vk_device, &allocate, &inner);
    vkBeginCommandBuffer(inner, &begin);
    vkCmdFillBuffer(inner, data.buffer, 0, 4096, 7); // site: related
    vkEndCommandBuffer(inner);
    VkCommandBuffer outer = vk_begin();
    vkCmdExecuteCommands(outer, 1, &inner);
    vkEndCommandBuffer(outer);
    vk_drop_buffer(data); // site: destroyed
    vk_submit(outer, VK_NULL_HANDLE); // expect: destroyed-handle object=buffer contained=1
    vkQueueWaitIdle(vk_queue);
    vk_end();
    return 0;
}

// light: too
#include "vk_world.h"

/* The secondary command buffer is recorded again, the primary one is not. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_COPY);
    VkCommandBuffer inner = VK_NULL_HANDLE;
    VkCommandBufferAllocateInfo allocate = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = vk_pool,
                                            .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY, .commandBufferCount = 1};
    VkCommandBufferInheritanceInfo inherits = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .pInheritanceInfo = &inherits};
    vkAllocateCommandBuffers(vk_device, &allocate, &inner);
    vkBeginCommandBuffer(inner, &begin);
    vkCmdFillBuffer(inner, data.buffer, 0, 4096, 7);
    vkEndCommandBuffer(inner);
    VkCommandBuffer outer = vk_begin();
    vkCmdExecuteCommands(outer, 1, &inner); // site: related
    vk_run(outer);
    vkBeginCommandBuffer(inner, &begin);
    vkCmdFillBuffer(inner, data.buffer, 0, 4096, 8);
    vkEndCommandBuffer(inner);
    vk_submit(outer, VK_NULL_HANDLE); // expect: validation object=command-buffer
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(data);
    vk_end();
    return 0;
}

/* Lists that are there, that are empty, and that may be missing. */
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkCommandBuffer primary = vk_new_commands(), secondary = VK_NULL_HANDLE;
    VkCommandBufferAllocateInfo info = { VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = vk_pool,
                                         .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                         .commandBufferCount = 1 };
    VkCommandBufferInheritanceInfo inherits = {
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO
    };
    VkCommandBufferBeginInfo begin = { VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                       .pInheritanceInfo = &inherits };
    VkRect2D scissor = { { 0, 0 }, { 16, 16 } };
    struct vk_buffer buffer = vk_make_buffer(4096, VK_STORE);
    vkAllocateCommandBuffers(vk_device, &info, &secondary);
    vkBeginCommandBuffer(secondary, &begin);
    vkCmdFillBuffer(secondary, buffer.buffer, 0, 4096, 0xffffffff);
    vkEndCommandBuffer(secondary);
    vk_record(primary);
    vkCmdSetScissor(primary, 0, 1, &scissor);
    vkCmdPipelineBarrier(primary, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0,
                         0, NULL, 0, NULL, 0, NULL);
    vkCmdExecuteCommands(primary, 1, &secondary);
    vk_run(primary);
    vkUpdateDescriptorSets(vk_device, 0, NULL, 0, NULL);
    vkFreeCommandBuffers(vk_device, vk_pool, 1, &secondary);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}

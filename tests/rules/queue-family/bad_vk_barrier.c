#include "vk_world.h"

/* Given to a family that does not exist. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkBufferMemoryBarrier give = {VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT, .srcQueueFamilyIndex = 0, .dstQueueFamilyIndex = 7, .buffer = buffer.buffer, .size = VK_WHOLE_SIZE};
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 7);
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 1, &give, 0, NULL); // expect: queue-family object=buffer
    vkEndCommandBuffer(cmd);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}

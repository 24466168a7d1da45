// options: --validation no
#define VK_WORLD_13
#include "vk_world.h"

/* The list is missing in the second struct only. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_STORE);
    VkCommandBuffer commands = vk_begin();
    VkBufferCopy2 region = { VK_STRUCTURE_TYPE_BUFFER_COPY_2, .dstOffset = 2048, .size = 64 };
    VkCopyBufferInfo2 copy = { VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2, .srcBuffer = buffer.buffer,
                               .dstBuffer = buffer.buffer, .regionCount = 1, .pRegions = &region };
    vkCmdCopyBuffer2(commands, &copy);
    copy.pRegions = NULL;
    vkCmdCopyBuffer2(commands, &copy); // expect: null-pointer arg=pCopyBufferInfo->pRegions
    vkEndCommandBuffer(commands);
    return 0;
}

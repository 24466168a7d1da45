#define VK_WORLD_13
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_STORE);
    VkBufferCopy2 region = { VK_STRUCTURE_TYPE_BUFFER_COPY_2, .dstOffset = 2048, .size = 64 };
    VkCopyBufferInfo2 info = { VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2, .srcBuffer = buffer.buffer,
                               .dstBuffer = buffer.buffer, .regionCount = 1, .pRegions = &region };
    VkCommandBuffer commands = vk_begin();
    vkCmdCopyBuffer2(commands, &info);
    vk_run(commands);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}

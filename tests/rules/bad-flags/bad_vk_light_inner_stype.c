// options: --validation no
#define VK_WORLD_13
#include "vk_world.h"

/* The second region has no type. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_STORE);
    VkBufferCopy2 regions[2] = {
        { VK_STRUCTURE_TYPE_BUFFER_COPY_2, .dstOffset = 2048, .size = 64 },
        { .srcOffset = 64, .dstOffset = 2112, .size = 64 }
    };
    VkCopyBufferInfo2 copy = { VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2, .srcBuffer = buffer.buffer,
                               .dstBuffer = buffer.buffer, .regionCount = 2, .pRegions = regions };
    VkCommandBuffer commands = vk_begin();
    vkCmdCopyBuffer2(commands, &copy); // expect: bad-flags arg=pCopyBufferInfo->pRegions[1].sType
    vk_run(commands);
    vk_end();
    return 0;
}

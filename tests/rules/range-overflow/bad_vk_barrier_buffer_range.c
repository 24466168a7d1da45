#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkCommandBuffer c = vk_begin();
    VkBufferMemoryBarrier m = {VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER, 0, VK_ACCESS_TRANSFER_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT, ~0u, ~0u, b.buffer, 512, 1024};
    vkCmdPipelineBarrier(c, 0x1000, 0x1000, 0, 0, 0, 1, &m, 0, 0); // expect: range-overflow arg=pBufferMemoryBarriers[0].size object=buffer contained=1
    vk_run(c);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkCommandBuffer c = vk_begin();
    VkMemoryBarrier m = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, 0, VK_ACCESS_TRANSFER_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT};
    vkCmdPipelineBarrier(c, 0, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &m, 0, 0, 0, 0); // expect: bad-flags arg=srcStageMask object=command-buffer
    vk_run(c);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

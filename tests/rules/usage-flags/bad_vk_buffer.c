#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_buffer(4096, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    struct vk_buffer to = vk_make_buffer(4096, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT); // site: created
    VkBufferCopy all = {0, 0, 4096};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &all); // expect: usage-flags object=buffer
    vk_run(cmd);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}

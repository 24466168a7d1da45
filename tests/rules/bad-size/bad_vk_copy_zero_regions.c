#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkCommandBuffer c = vk_begin();
    VkBufferCopy r = {0, 0, 64};
    vkCmdCopyBuffer(c, a.buffer, b.buffer, 0, &r); // expect: bad-size arg=regionCount
    vk_run(c);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

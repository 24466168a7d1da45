#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    struct vk_buffer big = vk_make_buffer(1 << 20, VK_STORE);
    VkCommandBuffer c = vk_begin();
    static char d[1 << 17];
    vkCmdUpdateBuffer(c, big.buffer, 0, sizeof d, d); // expect: bad-size arg=dataSize contained=1
    vk_run(c);
    vk_drop_buffer(big);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

#include "vk_world.h"

int main(void)
{
    vk_world();
    VkBufferCreateInfo in = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .size = 64, .usage = VK_COPY};
    VkBuffer x = 0;
    vkCreateBuffer(vk_device, &in, NULL, &x); // expect: bad-flags arg=pCreateInfo->sType contained=1
    if (x)
        vkDestroyBuffer(vk_device, x, 0);
    vk_end();
    return 0;
}

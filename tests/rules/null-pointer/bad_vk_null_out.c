// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkBufferCreateInfo in = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 64, .usage = VK_COPY};
    vkCreateBuffer(vk_device, &in, NULL, NULL); // expect: null-pointer arg=pBuffer contained=1
    vk_end();
    return 0;
}

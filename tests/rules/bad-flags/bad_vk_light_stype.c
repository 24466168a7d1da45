// options: --validation no
#include "vk_world.h"

int main(void)
{
    VkBufferCreateInfo info = { VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .size = 64, .usage = VK_STORE };
    VkBuffer buffer = VK_NULL_HANDLE;
    vk_world();
    vkCreateBuffer(vk_device, &info, NULL, &buffer); // expect: bad-flags arg=pCreateInfo->sType
    vkDestroyBuffer(vk_device, buffer, NULL);
    vk_end();
    return 0;
}

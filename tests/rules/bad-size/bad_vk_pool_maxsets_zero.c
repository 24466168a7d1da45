#include "vk_world.h"

int main(void)
{
    vk_world();

    VkDescriptorPoolSize z = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    VkDescriptorPool q = 0;
    VkDescriptorPoolCreateInfo in = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, 0, 0, 0, 1, &z};
    vkCreateDescriptorPool(vk_device, &in, 0, &q); // expect: bad-size arg=pCreateInfo->maxSets contained=1
    if (q)
        vkDestroyDescriptorPool(vk_device, q, 0);
    vk_end();
    return 0;
}

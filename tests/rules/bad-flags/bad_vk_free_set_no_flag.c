#include "vk_world.h"

int main(void)
{
    vk_world();

    VkDescriptorPoolSize z = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    VkDescriptorPool q = 0;
    VkDescriptorPoolCreateInfo in = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, 0, 0, 1, 1, &z};
    vkCreateDescriptorPool(vk_device, &in, 0, &q);
    struct vk_compute k = VK_COMPUTE(double, 1);
    VkDescriptorSet t = 0;
    VkDescriptorSetAllocateInfo al = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, 0, q, 1, &k.set_layout};
    vkAllocateDescriptorSets(vk_device, &al, &t);
    vkFreeDescriptorSets(vk_device, q, 1, &t); // expect: bad-flags arg=descriptorPool object=descriptor-pool
    vk_drop_compute(&k);
    vkDestroyDescriptorPool(vk_device, q, 0);
    vk_end();
    return 0;
}

#include "vk_world.h"

int main(void)
{
    vk_world();

    VkDescriptorSetLayoutBinding d[2] = {{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT}, {0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT}};
    VkDescriptorSetLayoutCreateInfo in = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, 0, 0, 2, d};
    VkDescriptorSetLayout l = 0;
    vkCreateDescriptorSetLayout(vk_device, &in, 0, &l); // expect: overlap arg=pCreateInfo->binding contained=1
    if (l)
        vkDestroyDescriptorSetLayout(vk_device, l, 0);
    vk_end();
    return 0;
}

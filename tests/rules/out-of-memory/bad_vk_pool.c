#include "vk_world.h"

/* More sets than the pool was made for; drivers that keep no count of them give them all the same. */
int main(void)
{
    VkDescriptorSet sets[4] = {0};
    VkDescriptorSetLayout layout;
    VkDescriptorPool pool;
    vk_world();
    VkDescriptorSetLayoutBinding binding = {.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = 1, .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    VkDescriptorSetLayoutCreateInfo of_layout = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 3};
    VkDescriptorPoolCreateInfo of_pool = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 3, .poolSizeCount = 1, .pPoolSizes = &size};
    vkCreateDescriptorSetLayout(vk_device, &of_layout, NULL, &layout);
    vkCreateDescriptorPool(vk_device, &of_pool, NULL, &pool); // site: created
    VkDescriptorSetAllocateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = pool, .descriptorSetCount = 1, .pSetLayouts = &layout};
    VkResult result = VK_SUCCESS;
    for (int i = 0; i < 4; i++)
        result = vkAllocateDescriptorSets(vk_device, &info, &sets[i]); // expect: out-of-memory object=descriptor-pool
    vkDestroyDescriptorPool(vk_device, pool, NULL);
    vkDestroyDescriptorSetLayout(vk_device, layout, NULL);
    vk_end();
    if (!result)
        vk_missing("a driver that counts the sets of a pool");
    return 0;
}

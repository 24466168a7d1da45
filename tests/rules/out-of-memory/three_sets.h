/* Pools with room for three sets of one layout. */
#include "vk_world.h"

static VkDescriptorSetLayout layout;

static void make_layout(void)
{
    VkDescriptorSetLayoutBinding binding = {.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = 1, .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    VkDescriptorSetLayoutCreateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
    vkCreateDescriptorSetLayout(vk_device, &info, NULL, &layout);
}

static VkDescriptorPool pool_of_three(void)
{
    VkDescriptorPool pool = VK_NULL_HANDLE;
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 3};
    VkDescriptorPoolCreateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 3, .poolSizeCount = 1, .pPoolSizes = &size};
    vkCreateDescriptorPool(vk_device, &info, NULL, &pool);
    return pool;
}

static VkResult set_of(VkDescriptorPool pool, VkDescriptorSet *set)
{
    VkDescriptorSetAllocateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = pool, .descriptorSetCount = 1, .pSetLayouts = &layout};
    return vkAllocateDescriptorSets(vk_device, &info, set);
}

#include "vk_world.h"

/* The shader reads four bytes of push constants, of which the layout has none. */
int main(void)
{
    vk_world();
    struct vk_compute k = {0};
    vk_make_set(&k, VK_SHADER_STAGE_COMPUTE_BIT, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1);
    VkPipelineLayoutCreateInfo l = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &k.set_layout};
    vkCreatePipelineLayout(vk_device, &l, 0, &k.layout);
    VkShaderModuleCreateInfo m = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof vk_push_code, .pCode = vk_push_code};
    vkCreateShaderModule(vk_device, &m, 0, &k.module);
    VkComputePipelineCreateInfo in = {
        VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = k.layout, .stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = k.module, .pName = "main"}};
    vkCreateComputePipelines(vk_device, 0, 1, &in, 0, &k.pipeline); // expect: range-overflow arg=pCreateInfos[0].layout object=shader-module contained=0
    vk_drop_compute(&k);
    vk_end();
    return 0;
}

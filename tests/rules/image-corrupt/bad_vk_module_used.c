// light: too
#include "vk_world.h"

/* The shader's source instead of its SPIR-V, and nobody looks at any result: what the pipeline is made of, and what is bound, is NULL. */
int main(void)
{
    static const char text[] = "#version 450\nlayout(local_size_x = 64) in; void main() {}\n ";
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkShaderModule module = VK_NULL_HANDLE;
    VkShaderModuleCreateInfo code = { VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof text & ~3ul, .pCode = (const uint32_t *)text };
    vk_world();
    struct vk_compute made = { .layout = vk_make_layout(0, NULL, 4) };
    vkCreateShaderModule(vk_device, &code, NULL, &module); // expect: image-corrupt contained=1 says=not_valid_SPIR-V
    made.module = module;
    VkComputePipelineCreateInfo info = vk_compute_info(&made);
    vkCreateComputePipelines(vk_device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline); // site: related
    VkCommandBuffer cmd = vk_begin();
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline); // site: related
    vkEndCommandBuffer(cmd);
    vkDestroyPipelineLayout(vk_device, made.layout, NULL);
    vk_end();
    return 0;
}

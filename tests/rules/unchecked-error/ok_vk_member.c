// options: --fail vkCreateComputePipelines:1=VK_ERROR_OUT_OF_HOST_MEMORY --fail vkCreatePipelineCache=VK_ERROR_OUT_OF_HOST_MEMORY
#include "vk_world.h"

/* The cache is optional, and the pipeline is made at the second try; NULL stands where it may. */
int main(void)
{
    VkPipelineCache cache = VK_NULL_HANDLE;
    VkPipelineCacheCreateInfo empty = { VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO };
    VkPipeline pipeline = VK_NULL_HANDLE;
    vk_world();
    if (vkCreatePipelineCache(vk_device, &empty, NULL, &cache))
        cache = VK_NULL_HANDLE;
    struct vk_compute made = { .module = vk_module(vk_double_code, sizeof vk_double_code) };
    vk_make_set(&made, VK_SHADER_STAGE_COMPUTE_BIT, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1);
    made.layout = vk_make_layout(1, &made.set_layout, 4);
    VkComputePipelineCreateInfo info = vk_compute_info(&made);
    if (vkCreateComputePipelines(vk_device, cache, 1, &info, NULL, &pipeline) == VK_ERROR_OUT_OF_HOST_MEMORY &&
        vkCreateComputePipelines(vk_device, cache, 1, &info, NULL, &pipeline))
        return 1;
    VkCommandBuffer cmd = vk_begin();
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkEndCommandBuffer(cmd);
    vkFreeCommandBuffers(vk_device, vk_pool, 1, &cmd);
    made.pipeline = pipeline;
    vk_drop_compute(&made);
    vk_end();
    return 0;
}

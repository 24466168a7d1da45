// options: --validation no
#include "vk_world.h"

/* Each member may be NULL in some pipeline, but not all in this one. */
int main(void)
{
    VkGraphicsPipelineCreateInfo info = { VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO };
    VkPipeline pipeline;
    vk_world();
    vkCreateGraphicsPipelines(vk_device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline); // expect: null-pointer arg=pCreateInfos says=pRasterizationState
    return 0;
}

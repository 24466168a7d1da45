#include "vk_world.h"

/* The shader reads four bytes of push constants, of which the layout has none. */
int main(void)
{
    vk_world();
    struct vk_compute k = {0};
    vk_make_set(&k, VK_SHADER_STAGE_COMPUTE_BIT, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1);
    k.layout = vk_make_layout(1, &k.set_layout, 0);
    k.module = vk_module(vk_push_code, sizeof vk_push_code);
    VkComputePipelineCreateInfo in = vk_compute_info(&k);
    vkCreateComputePipelines(vk_device, 0, 1, &in, 0, &k.pipeline); // expect: range-overflow arg=pCreateInfos[0].layout object=shader-module contained=0
    vk_drop_compute(&k);
    vk_end();
    return 0;
}

#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    struct vk_compute k = {0};
    vk_make_set(&k, VK_SHADER_STAGE_COMPUTE_BIT, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1);
    k.layout = vk_make_layout(1, &k.set_layout, 0);
    k.module = vk_module(vk_double_code, sizeof vk_double_code);
    VkComputePipelineCreateInfo in = vk_compute_info(&k);
    in.stage.pName = "mian";
    vkCreateComputePipelines(vk_device, 0, 1, &in, 0, &k.pipeline); // expect: symbol-not-found arg=pCreateInfos[0].pName contained=1
    vk_drop_compute(&k);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

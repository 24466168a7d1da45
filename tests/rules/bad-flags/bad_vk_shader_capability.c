#include <string.h>

#include "vk_world.h"

/* The shader declares the capability Float64; the device was made without shaderFloat64. */
int main(void)
{
    enum { HEAD = 5, OP_CAPABILITY = 17 | 2 << 16, FLOAT64 = 10 };
    uint32_t code[sizeof vk_double_code / sizeof *vk_double_code + 2];
    memcpy(code, vk_double_code, HEAD * sizeof *code);
    code[HEAD] = OP_CAPABILITY;
    code[HEAD + 1] = FLOAT64;
    memcpy(code + HEAD + 2, vk_double_code + HEAD, sizeof vk_double_code - HEAD * sizeof *code);
    vk_world();
    struct vk_compute k = {0};
    vk_make_set(&k, VK_SHADER_STAGE_COMPUTE_BIT, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1);
    k.layout = vk_make_layout(1, &k.set_layout, 0);
    k.module = vk_module(code, sizeof code);
    VkComputePipelineCreateInfo in = vk_compute_info(&k);
    vkCreateComputePipelines(vk_device, 0, 1, &in, 0, &k.pipeline); // expect: bad-flags contained=0 says=needs_a_feature_that_the_device_was_created_without
    vk_drop_compute(&k);
    vk_end();
    return 0;
}

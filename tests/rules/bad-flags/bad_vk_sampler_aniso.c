#include "vk_world.h"

int main(void)
{
    vk_world();

    VkSamplerCreateInfo in = {VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .anisotropyEnable = VK_TRUE, .maxAnisotropy = 16};
    VkSampler s = 0;
    vkCreateSampler(vk_device, &in, 0, &s); // expect: bad-flags arg=pCreateInfo->anisotropyEnable
    if (s)
        vkDestroySampler(vk_device, s, 0);
    vk_end();
    return 0;
}

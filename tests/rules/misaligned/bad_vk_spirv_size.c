#include "vk_world.h"

int main(void)
{
    vk_world();

    VkShaderModule s = 0;
    VkShaderModuleCreateInfo m = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = 21, .pCode = vk_double_code};
    vkCreateShaderModule(vk_device, &m, 0, &s); // expect: misaligned arg=pCreateInfo->pCode contained=1
    if (s)
        vkDestroyShaderModule(vk_device, s, 0);
    vk_end();
    return 0;
}

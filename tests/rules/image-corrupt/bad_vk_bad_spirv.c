// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();

    uint32_t code[8] = {0xdeadbeef, 1, 2, 3, 4, 5, 6, 7};
    VkShaderModule s = 0;
    VkShaderModuleCreateInfo m = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof code, .pCode = code};
    vkCreateShaderModule(vk_device, &m, 0, &s); // expect: image-corrupt contained=1 says=not_valid_SPIR-V
    if (s)
        vkDestroyShaderModule(vk_device, s, 0);
    vk_end();
    return 0;
}

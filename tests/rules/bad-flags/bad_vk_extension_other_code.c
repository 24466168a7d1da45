#include "vk_world.h"

/* The program is ready for a missing layer, not for a missing extension. */
int main(void)
{
    const char *extension = "VK_KHR_none_such";
    VkInstance instance = VK_NULL_HANDLE;
    VkInstanceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                  .enabledExtensionCount = 1,
                                  .ppEnabledExtensionNames = &extension };
    vk_world();
    VkResult result = vkCreateInstance(&info, NULL, &instance); // expect: bad-flags severity=error
    if (result == VK_ERROR_LAYER_NOT_PRESENT)
        printf("no layer\n");
    vk_end();
    return 0;
}

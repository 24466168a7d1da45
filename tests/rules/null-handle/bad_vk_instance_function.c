#include "vk_world.h"

/* A function of an extension: the loader has code for it, but no symbol. */
int main(void)
{
    VkDebugUtilsMessengerCreateInfoEXT info = {
        VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT
    };
    VkDebugUtilsMessengerEXT messenger;
    const char *name = "VK_EXT_debug_utils";
    VkInstanceCreateInfo with = { VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                  .enabledExtensionCount = 1, .ppEnabledExtensionNames = &name };
    vk_world();
    vkCreateInstance(&with, NULL, &vk_instance);
    PFN_vkCreateDebugUtilsMessengerEXT create =
        (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(vk_instance,
                                                                  "vkCreateDebugUtilsMessengerEXT");
    create(VK_NULL_HANDLE, &info, NULL, &messenger); // expect: null-handle arg=instance api=vkCreateDebugUtilsMessengerEXT
    return 0;
}

#include "vk_world.h"

/* Functions of an extension of the instance, by its handle. */
int main(void)
{
    const char *name = "VK_EXT_debug_utils";
    VkInstanceCreateInfo with = { VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                  .enabledExtensionCount = 1, .ppEnabledExtensionNames = &name };
    VkInstance instance;
    vk_world();
    if (vkCreateInstance(&with, NULL, &instance) == VK_SUCCESS) {
        PFN_vkSubmitDebugUtilsMessageEXT submit =
            (PFN_vkSubmitDebugUtilsMessageEXT)vkGetInstanceProcAddr(
                instance, "vkSubmitDebugUtilsMessageEXT");
        VkDebugUtilsMessengerCallbackDataEXT text = {
            VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT, .pMessage = "hello"
        };
        submit(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
               VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &text);
        vkDestroyInstance(instance, NULL);
    }
    vk_end();
    return 0;
}

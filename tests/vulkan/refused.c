/* What the loader refuses by itself, without calling any layer. */
#include <vulkan/vulkan.h>

int main(void)
{
    const char *name = "VK_EXT_of_nobody";
    VkApplicationInfo app = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
    VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app, .enabledExtensionCount = 1, .ppEnabledExtensionNames = &name};
    VkInstance instance;
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)vkGetInstanceProcAddr(NULL, "vkCreateInstance");
    VkResult first = create(&info, NULL, &instance), second = vkCreateInstance(&info, NULL, &instance);
    return first < 0 && second < 0 ? 0 : 1;
}

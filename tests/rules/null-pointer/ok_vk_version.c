/* What programs ask before they have an instance. */
#include "vk_world.h"

int main(void)
{
    static VkExtensionProperties found[512];
    static VkLayerProperties layers[64];
    uint32_t version = 0, count = 0, layer_count = 64;
    vkEnumerateInstanceVersion(&version);
    vkEnumerateInstanceExtensionProperties(NULL, &count, NULL);
    count = count < 512 ? count : 512;
    vkEnumerateInstanceExtensionProperties(NULL, &count, found);
    vkEnumerateInstanceLayerProperties(&layer_count, layers);
    vk_world();
    vk_end();
    return !version;
}

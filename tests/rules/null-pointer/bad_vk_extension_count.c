#include "vk_world.h"

int main(void)
{
    VkExtensionProperties found[256];
    vk_world();
    vkEnumerateInstanceExtensionProperties(NULL, NULL, found); // expect: null-pointer arg=pPropertyCount
    return 0;
}

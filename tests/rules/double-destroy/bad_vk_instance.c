// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    VkInstance instance;
    vkCreateInstance(&info, NULL, &instance);
    vkDestroyInstance(instance, NULL); // site: destroyed
    vkDestroyInstance(instance, NULL); // expect: double-destroy arg=instance object=instance
    vk_end();
    return 0;
}

// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkBuffer x = 0;
    vkCreateBuffer(vk_device, NULL, NULL, &x); // expect: null-pointer arg=pCreateInfo contained=1
    vk_end();
    return 0;
}

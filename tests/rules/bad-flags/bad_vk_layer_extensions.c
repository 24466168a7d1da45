#include "vk_world.h"

int main(void)
{
    uint32_t count = 0;
    vk_world();
    vkEnumerateInstanceExtensionProperties("VK_LAYER_that_is_not_there", &count, NULL); // expect: bad-flags result=-6
    return 0;
}

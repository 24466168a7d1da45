#include "vk_world.h"

int main(void)
{
    vk_world();

    VkQueue q = 0;
    vkGetDeviceQueue(vk_device, 0, 7, &q); // expect: queue-family arg=queueIndex contained=1
    vk_end();
    return 0;
}

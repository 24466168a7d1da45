// light: too
#include "vk_world.h"

/* A device takes its queues along. */
int main(void)
{
    VkQueue queue;
    vk_world();
    VkDevice device = vk_new_device();
    vkGetDeviceQueue(device, vk_family, 0, &queue);
    vkDestroyDevice(device, NULL); // site: destroyed
    vkQueueWaitIdle(queue); // expect: destroyed-handle arg=queue object=queue
    vk_end();
    return 0;
}

#include "vk_world.h"

int main(void)
{
    vk_world();

    float pr[64] = {1};
    VkDeviceQueueCreateInfo qi = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, 0, 0, 0, 64, pr};
    VkDevice d = 0;
    VkDeviceCreateInfo in = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &qi};
    vkCreateDevice(vk_physical, &in, 0, &d); // expect: queue-family arg=pCreateInfo->queueCount contained=1
    if (d)
        vkDestroyDevice(d, 0);
    vk_end();
    return 0;
}

/* A clean program, in a driver that crashes (crash_layer.c). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vk_world.h"

int main(void)
{
    vk_world();
    VkCommandBuffer cmd = vk_begin();
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // submits
    vkQueueWaitIdle(vk_queue);
    vkResetCommandPool(vk_device, vk_pool, 0);
    if (!strcmp(getenv("CRASH"), "later"))
        sleep(60); /* until it does */
    vkDestroyCommandPool(vk_device, vk_pool, NULL);
    vkDestroyDevice(vk_device, NULL); // destroys
    vkDestroyInstance(vk_instance, NULL);
    return 0;
}

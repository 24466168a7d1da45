// light: too
#include "vk_world.h"

/* Nothing but the question is asked for more than a second. */
int main(void)
{
    vk_world();
    VkFence fence = vk_new_fence(0); // site: created
    for (int i = 0; i < 130; i++) {
        if (vkGetFenceStatus(vk_device, fence) == VK_SUCCESS) // expect: never-signalled object=fence severity=warning
            break;
        usleep(10000);
    }
    vkDestroyFence(vk_device, fence, NULL);
    vk_end();
    return 0;
}

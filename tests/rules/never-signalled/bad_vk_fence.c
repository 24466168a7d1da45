// light: too
#include "vk_world.h"

/* The fence was made, and never given to a submission. */
int main(void)
{
    vk_world();
    alarm(2);
    VkFence fence = vk_new_fence(0); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE);
    vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX); // expect: never-signalled object=fence
    return 0;
}

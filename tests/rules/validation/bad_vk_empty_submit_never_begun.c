#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkCommandBuffer c = vk_new_commands();
    vk_submit(c, 0); // expect: validation arg=pSubmits[0].pCommandBuffers object=command-buffer contained=1
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

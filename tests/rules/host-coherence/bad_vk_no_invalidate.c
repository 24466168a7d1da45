#include "vk_incoherent.h"

/* The wait is there, the invalidate is not. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_incoherent(READBACK);
    volatile uint32_t *p = vk_map(buffer);
    VkFence fence = vk_new_fence(0);
    vk_fill(buffer, 7, fence);
    vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);
    uint32_t first = p[100]; // expect: host-coherence severity=warning object=memory
    (void)first;
    vkDestroyFence(vk_device, fence, NULL);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}

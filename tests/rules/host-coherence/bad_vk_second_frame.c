#include "vk_incoherent.h"

/* Invalidated once, before the second frame wrote it again. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_incoherent(READBACK);
    volatile uint32_t *p = vk_map(buffer);
    vk_fill(buffer, 7, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    vk_invalidate(buffer, 0, VK_WHOLE_SIZE);
    uint32_t sum = p[0];
    vk_fill(buffer, 8, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    sum += p[0]; // expect: host-coherence severity=warning object=memory
    (void)sum;
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}

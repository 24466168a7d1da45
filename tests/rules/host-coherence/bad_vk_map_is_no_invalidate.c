#include "vk_incoherent.h"

/* Mapped when the work is complete: that does not invalidate. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_incoherent(READBACK);
    vk_fill(buffer, 7, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    volatile uint32_t *p = vk_map(buffer);
    uint32_t first = p[0]; // expect: host-coherence severity=warning object=memory
    (void)first;
    vkUnmapMemory(vk_device, buffer.memory);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}

// light: too
#include "vk_indexed.h"

/* The ring has room for two frames, and the third one does not wait for the first. */
int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    struct vk_buffer buffer = vk_make_buffer(16384, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    VkCommandBuffer frames[3] = {vk_new_commands(), vk_new_commands(), vk_new_commands()};
    volatile uint16_t *indices = vk_map(buffer);
    memset((void *)(uintptr_t)indices, 0, 16384);
    for (uint32_t frame = 0; frame < 3; frame++) {
        uint32_t at = frame % 2 * 4096;
        indices[at + 30] = 1; // expect: host-write-in-flight object=memory says=vkCmdDrawIndexed
        vk_record_indexed(frames[frame], &draw, buffer, 4, at - 2 * (at > 0), 60);
        vk_submit(frames[frame], VK_NULL_HANDLE);
    }
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(buffer);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

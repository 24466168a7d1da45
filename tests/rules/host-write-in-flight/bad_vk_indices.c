// light: too
#include "vk_indexed.h"

/* Two frames, two command buffers, one piece of memory for what both draw. */
int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    struct vk_buffer buffer = vk_make_buffer(8192, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    VkCommandBuffer frames[2] = {vk_new_commands(), vk_new_commands()};
    volatile uint16_t *indices = vk_map(buffer);
    for (int i = 0; i < 300; i++)
        indices[i] = (uint16_t)(i % 3);
    vk_record_indexed(frames[0], &draw, buffer, 0, 0, 300);
    vk_submit(frames[0], VK_NULL_HANDLE); // site: related
    indices[200] = 2; // expect: host-write-in-flight
    vk_record_indexed(frames[1], &draw, buffer, 0, 0, 300);
    vk_submit(frames[1], VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(buffer);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

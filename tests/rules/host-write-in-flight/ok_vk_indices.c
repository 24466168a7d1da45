#include "vk_indexed.h"

enum { FRAMES = 2, TURNS = 12, PART = 2048 };

/* A ring of frames, each waits for the one before the last; the host writes beside what is drawn, on the same page, and where nothing is drawn at all. */
int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    struct vk_buffer buffer = vk_make_buffer(2 * 2 * PART, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    VkCommandBuffer commands[FRAMES] = {vk_new_commands(), vk_new_commands()};
    VkFence done[FRAMES] = {vk_new_fence(VK_FENCE_CREATE_SIGNALED_BIT), vk_new_fence(VK_FENCE_CREATE_SIGNALED_BIT)};
    volatile uint16_t *indices = vk_map(buffer);
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        uint32_t frame = turn % FRAMES, at = frame * PART;
        vkWaitForFences(vk_device, 1, &done[frame], VK_TRUE, UINT64_MAX);
        vkResetFences(vk_device, 1, &done[frame]);
        for (uint32_t i = 0; i < 300; i++)
            indices[at + i] = (uint16_t)(i % 3);
        vk_record_indexed(commands[frame], &draw, buffer, at * 2, 0, turn == 3 ? 0 : 300);
        vk_submit(commands[frame], done[frame]);
        indices[at + 301] = 1;
    }
    vkQueueWaitIdle(vk_queue);
    vk_record_indexed(commands[0], &draw, buffer, 0, 0, 2);
    vk_submit(commands[0], VK_NULL_HANDLE);
    indices[1] = 1;
    vkQueueWaitIdle(vk_queue);
    for (int i = 0; i < FRAMES; i++)
        vkDestroyFence(vk_device, done[i], NULL);
    vk_drop_buffer(buffer);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

// light: too
#include "vk_world.h"

/* The next input is put where a dispatch still reads the last one. */
int main(void)
{
    vk_world();
    struct vk_buffer in = vk_make_buffer(1 << 16, VK_STORE), out = vk_make_buffer(1 << 16, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(copy, 2);
    uint32_t *numbers = vk_map(in);
    vk_point(&compute, 0, in.buffer);
    vk_point(&compute, 1, out.buffer);
    for (uint32_t i = 0; i < 1 << 14; i++)
        numbers[i] = i;
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 256, 1, 1);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // site: related
    for (uint32_t i = 0; i < 1 << 14; i++)
        numbers[i] = 2 * i; // expect: host-write-in-flight object=memory
    vkQueueWaitIdle(vk_queue);
    vk_drop_compute(&compute);
    vk_drop_buffer(in);
    vk_drop_buffer(out);
    vk_end();
    return 0;
}

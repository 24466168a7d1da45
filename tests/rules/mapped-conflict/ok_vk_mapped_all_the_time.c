#include "vk_world.h"

/* Mapped from start to end, while the device uses it. */
int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_buffer(4096, VK_COPY), to = vk_make_buffer(4096, VK_COPY);
    uint32_t *in = vk_map(from), *out = vk_map(to);
    VkBufferCopy all = {0, 0, 4096};
    int bad = 0;
    for (uint32_t i = 1; i < 4; i++) {
        in[100] = i;
        VkCommandBuffer cmd = vk_begin();
        vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &all);
        vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
        vk_run(cmd);
        bad |= out[100] != i;
    }
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return bad;
}

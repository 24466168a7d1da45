/* Work that waits for the host: it is submitted first, its input is written then, and the host's signal lets it go. */
// options: --host-guard always
#include "vk_timeline.h"

int main(void)
{
    vk_world();
    VkSemaphore gate = vk_timeline(0), done = vk_timeline(0);
    struct vk_buffer from = vk_make_buffer(4096, VK_COPY), to = vk_make_buffer(4096, VK_COPY);
    uint32_t *in = vk_map(from), *out = vk_map(to);
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &(VkBufferCopy){.size = 4096});
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkEndCommandBuffer(cmd);
    for (uint32_t i = 1; i < 4; i++) {
        vkQueueSubmit(vk_queue, 1, VK_TIMED(cmd, gate, i, done, i), VK_NULL_HANDLE);
        in[0] = i;
        uint32_t before = out[0];
        vkSignalSemaphore(vk_device, VK_SIGNAL(gate, i));
        vk_await(done, i);
        if (before != i - 1 || out[0] != i)
            return 1;
    }
    vkDestroySemaphore(vk_device, gate, NULL);
    vkDestroySemaphore(vk_device, done, NULL);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}

/* The pool is reset each frame; in one frame the command buffer is not recorded again. */
// options: --validation no
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 7);
    vk_run(cmd);
    vkResetCommandPool(vk_device, vk_pool, 0);
    vk_submit(cmd, VK_NULL_HANDLE); // expect: validation arg=pSubmits[0].pCommandBuffers[0] object=command-buffer contained=1 says=nothing_is_recorded
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}

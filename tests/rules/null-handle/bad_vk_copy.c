// light: too
#include "vk_world.h"

/* The source was never created. */
int main(void)
{
    vk_world();
    struct vk_buffer to = vk_make_buffer(4096, VK_COPY);
    VkBufferCopy all = {0, 0, 4096};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, VK_NULL_HANDLE, to.buffer, 1, &all); // expect: null-handle arg=srcBuffer
    _Exit(0);
}

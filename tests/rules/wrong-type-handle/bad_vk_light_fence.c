// options: --validation no
#include "vk_world.h"

/* Handles have one C type on 32 bits, so that nothing warns of a fence in place of a buffer. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_STORE);
    VkCommandBuffer commands = vk_new_commands();
    VkFence fence = vk_new_fence(0);
    VkBufferCopy copy = { 0, 2048, 64 };
    vk_record(commands);
    vkCmdCopyBuffer(commands, buffer.buffer, (VkBuffer)fence, 1, &copy); // expect: wrong-type-handle arg=dstBuffer
    vkEndCommandBuffer(commands);
    return 0;
}

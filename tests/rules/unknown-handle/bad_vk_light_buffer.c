// options: --validation no
#include "vk_world.h"

/* A variable that was never set; without the validation layer nothing else looks at it. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_STORE);
    VkCommandBuffer commands = vk_new_commands();
    VkBuffer unset = (VkBuffer)(uintptr_t)0x18;
    VkBufferCopy copy = { 0, 2048, 64 };
    vk_record(commands);
    vkCmdCopyBuffer(commands, unset, buffer.buffer, 1, &copy); // expect: unknown-handle arg=srcBuffer
    vkEndCommandBuffer(commands);
    return 0;
}

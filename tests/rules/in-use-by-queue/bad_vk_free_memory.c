// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4 << 20, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, VK_WHOLE_SIZE, 7);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // site: related
    vkFreeMemory(vk_device, buffer.memory, NULL); // expect: in-use-by-queue arg=memory object=memory
    _Exit(0); /* the device may still write there */
}

#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkCommandPool q;
    VkCommandPoolCreateInfo pi = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    vkCreateCommandPool(vk_device, &pi, 0, &q);
    VkCommandBuffer c;
    VkCommandBufferAllocateInfo in = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, 0, q, 0, 1};
    vkAllocateCommandBuffers(vk_device, &in, &c);
    vk_record(c);
    vkEndCommandBuffer(c);
    vkResetCommandBuffer(c, 0); // expect: bad-flags arg=commandBuffer object=command-buffer
    vkDestroyCommandPool(vk_device, q, 0);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

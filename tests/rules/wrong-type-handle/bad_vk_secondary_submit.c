#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkCommandBuffer c;
    VkCommandBufferAllocateInfo in = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, 0, vk_pool, VK_COMMAND_BUFFER_LEVEL_SECONDARY, 1};
    vkAllocateCommandBuffers(vk_device, &in, &c);
    VkCommandBufferInheritanceInfo h = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo bi = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .pInheritanceInfo = &h};
    vkBeginCommandBuffer(c, &bi);
    vkEndCommandBuffer(c);
    vk_submit(c, 0); // expect: wrong-type-handle arg=pSubmits[0].pCommandBuffers[0] object=command-buffer contained=1
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

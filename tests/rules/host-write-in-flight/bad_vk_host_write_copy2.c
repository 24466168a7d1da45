// light: too
#define VK_WORLD_13
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(65536, VK_STORE), b = vk_make_buffer(65536, VK_STORE);
    char *h = vk_map(a);
    VkCommandBuffer c = vk_begin();
    VkBufferCopy2 r = {VK_STRUCTURE_TYPE_BUFFER_COPY_2, .size = 65536};
    VkCopyBufferInfo2 in = {VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2, .srcBuffer = a.buffer, .dstBuffer = b.buffer, .regionCount = 1, .pRegions = &r};
    PFN_vkCmdCopyBuffer2 f = (PFN_vkCmdCopyBuffer2)vkGetDeviceProcAddr(vk_device, "vkCmdCopyBuffer2");
    f(c, &in);
    vkEndCommandBuffer(c);
    vk_submit(c, 0);
    h[8192] = 7; // expect: host-write-in-flight object=memory
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

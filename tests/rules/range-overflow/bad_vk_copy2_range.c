// light: too
#define VK_WORLD_13
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkCommandBuffer c = vk_begin();
    VkBufferCopy2 r = {VK_STRUCTURE_TYPE_BUFFER_COPY_2, .size = 4096};
    VkCopyBufferInfo2 in = {VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2, .srcBuffer = a.buffer, .dstBuffer = b.buffer, .regionCount = 1, .pRegions = &r};
    PFN_vkCmdCopyBuffer2 f = (PFN_vkCmdCopyBuffer2)vkGetDeviceProcAddr(vk_device, "vkCmdCopyBuffer2");
    f(c, &in); // expect: range-overflow arg=pCopyBufferInfo->pRegions[0].size object=buffer contained=1
    vk_run(c);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

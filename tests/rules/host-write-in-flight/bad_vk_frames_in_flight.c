// options: --host-guard always
#include "vk_frames.h"

enum { SIZE = 1 << 16, PART = 256 };

/* Two frames are in flight, each with a fence, but they share one piece of staging memory: the fence that is waited for is that of the frame before the last. */
int main(void)
{
    begin_frames(SIZE, SIZE);
    volatile char *p = vk_map(from);
    for (int frame = 0; frame < 4; frame++) {
        VkFence fence = begin_frame(frame);
        VkBufferCopy part = {4096, (VkDeviceSize)frame * PART, PART};
        p[4096] = (char)frame; // expect: host-write-in-flight
        VkCommandBuffer cmd = vk_begin();
        vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &part);
        vkEndCommandBuffer(cmd);
        vk_submit(cmd, fence); // site: related
    }
    end_frames();
    return 0;
}

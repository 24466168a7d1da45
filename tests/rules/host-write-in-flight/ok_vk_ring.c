// options: --host-guard always
#include "vk_frames.h"

enum { SIZE = 1 << 16, PART = 256, PARTS = 8 };

/* A ring of small parts on one page: each frame fills one that no submission uses any more, beside those that are copied. */
int main(void)
{
    begin_frames(SIZE, SIZE);
    char *p = vk_map(from);
    for (int frame = 0; frame < 3 * PARTS; frame++) {
        VkFence fence = begin_frame(frame);
        VkBufferCopy part = {4096 + frame % PARTS * PART, 0, PART};
        memset(p + part.srcOffset, frame, PART);
        p[4096 + PARTS * PART] += 1;
        VkCommandBuffer cmd = vk_begin();
        vk_transfer_barrier(cmd);
        vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &part);
        vkEndCommandBuffer(cmd);
        vk_submit(cmd, fence);
    }
    end_frames();
    return 0;
}

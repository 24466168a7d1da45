// options: --host-guard always
#include "vk_frames.h"

enum { SIZE = 1 << 20 };

/* The half that is being copied is left alone; the fence is waited for before it is filled again. */
int main(void)
{
    begin_frames(2 * SIZE, SIZE);
    char *p = vk_map(from);
    for (int round = 0; round < 6; round++) {
        int i = round % 2;
        VkFence fence = begin_frame(round);
        VkBufferCopy half = {(VkDeviceSize)i * SIZE, 0, SIZE};
        memset(p + i * SIZE, round, SIZE);
        VkCommandBuffer cmd = vk_begin();
        vk_transfer_barrier(cmd);
        vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &half);
        vkEndCommandBuffer(cmd);
        vk_submit(cmd, fence);
    }
    end_frames();
    return 0;
}

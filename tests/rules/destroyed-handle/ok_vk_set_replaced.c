/* A set is bound, and another one in its place before the dispatch; what the first leads to goes.  A set that nothing is dispatched with. */
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE), other = vk_make_buffer(4096, VK_STORE);
    struct vk_compute first = VK_COMPUTE(double, 1), second = VK_COMPUTE(double, 1);
    vk_point(&first, 0, other.buffer);
    vk_point(&second, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &first);
    vk_bind(cmd, &second);
    vkCmdDispatch(cmd, 16, 1, 1);
    vk_bind(cmd, &first);
    vkEndCommandBuffer(cmd);
    vk_drop_buffer(other);
    vk_submit(cmd, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    vk_drop_compute(&first);
    vk_drop_compute(&second);
    vk_drop_buffer(data);
    vk_end();
    return 0;
}

#include "vk_world.h"

/* Read after the fence; and while a dispatch works on the first half of a buffer that is mapped as a whole, the second half belongs to the host. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(1 << 16, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    uint32_t *numbers = vk_map(data), half = 1 << 13;
    VkFence fence = vk_new_fence(0);
    vk_point(&compute, 0, data.buffer);
    for (uint32_t i = 0; i < 2 * half; i++)
        numbers[i] = i;
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 128, 1, 1);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, fence);
    for (uint32_t i = half; i < 2 * half; i++)
        numbers[i] += 1;
    vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);
    int right = numbers[1] == 2 && numbers[half] == half + 1;
    vkDestroyFence(vk_device, fence, NULL);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_end();
    return !right;
}

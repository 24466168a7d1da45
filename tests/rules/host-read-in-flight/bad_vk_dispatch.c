// light: too
#include "vk_world.h"

/* The results of a dispatch are looked at before anybody has waited for it. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(1 << 16, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    uint32_t *numbers = vk_map(data), sum = 0;
    vk_point(&compute, 0, data.buffer);
    for (uint32_t i = 0; i < 1 << 14; i++)
        numbers[i] = i;
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 256, 1, 1);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // site: related
    for (uint32_t i = 0; i < 1 << 14; i++)
        sum += numbers[i]; // expect: host-read-in-flight object=memory
    vkQueueWaitIdle(vk_queue);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_end();
    return sum == 1;
}

#include "vk_incoherent.h"

/* An event tells of the end of the work; the host writes its own bytes there, and reads them behind a later wait. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_incoherent(READBACK);
    VkEvent event;
    VkEventCreateInfo info = {VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    volatile uint32_t *p = vk_map(buffer), sum = 0;
    vkCreateEvent(vk_device, &info, NULL, &event);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, READBACK, 7);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkCmdSetEvent(cmd, event, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE);
    while (vkGetEventStatus(vk_device, event) != VK_EVENT_SET)
        ;
    for (int i = 0; i < READBACK / 4; i++)
        p[i] = 1;
    vkQueueWaitIdle(vk_queue);
    for (int i = 0; i < READBACK / 4; i++)
        sum += p[i];
    vk_flush(buffer, 0, VK_WHOLE_SIZE);
    vkDestroyEvent(vk_device, event, NULL);
    vk_drop_buffer(buffer);
    vk_end();
    return sum != READBACK / 4;
}

// light: too
#include "vk_world.h"

/* Commands wait for an event that nobody sets. */
int main(void)
{
    VkEvent event = VK_NULL_HANDLE;
    VkEventCreateInfo info = {VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    vk_world();
    alarm(2);
    vkCreateEvent(vk_device, &info, NULL, &event); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkCmdWaitEvents(cmd, 1, &event, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, NULL, 0, NULL, 0, NULL);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // site: related
    vkQueueWaitIdle(vk_queue); // expect: never-signalled object=event
    return 0;
}

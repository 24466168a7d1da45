#include <pthread.h>

#include "vk_world.h"

static VkEvent events[3];

static void *work(void *unused)
{
    (void)unused;
    usleep(300000);
    vkSetEvent(vk_device, events[0]);
    return NULL;
}

static void wait_for(VkCommandBuffer cmd, VkEvent event, VkPipelineStageFlags by)
{
    vkCmdWaitEvents(cmd, 1, &event, by, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, NULL, 0, NULL, 0, NULL);
}

/* Set by the host before the submission, by a command in front of the wait, and by another thread while this one waits. */
int main(void)
{
    VkEventCreateInfo info = {VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    pthread_t thread;
    vk_world();
    alarm(20);
    for (int i = 0; i < 3; i++)
        vkCreateEvent(vk_device, &info, NULL, &events[i]);
    VkCommandBuffer cmd = vk_begin();
    vkCmdSetEvent(cmd, events[1], VK_PIPELINE_STAGE_TRANSFER_BIT);
    wait_for(cmd, events[1], VK_PIPELINE_STAGE_TRANSFER_BIT);
    wait_for(cmd, events[2], VK_PIPELINE_STAGE_HOST_BIT);
    vkSetEvent(vk_device, events[2]);
    vk_run(cmd);
    cmd = vk_begin();
    wait_for(cmd, events[0], VK_PIPELINE_STAGE_HOST_BIT);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE);
    pthread_create(&thread, NULL, work, NULL);
    int bad = vkQueueWaitIdle(vk_queue) != VK_SUCCESS;
    pthread_join(thread, NULL);
    for (int i = 0; i < 3; i++)
        vkDestroyEvent(vk_device, events[i], NULL);
    vk_end();
    return bad;
}

// options: --validation no
#include "vk_draw.h"

/* A pipeline for draws where dispatches look for theirs: nobody looks before the driver runs it, on
 * a thread of its own. */
int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    VkCommandBuffer commands = vk_begin();
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, draw.pipeline);
    vkCmdDispatch(commands, 1, 1, 1);
    vkEndCommandBuffer(commands);
    vk_submit(commands, VK_NULL_HANDLE); // expect: driver-crash says=on_a_thread_of_its_own
    vkQueueWaitIdle(vk_queue);
    return 0;
}

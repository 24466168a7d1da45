// light: too
#include "vk_world.h"

int main(void)
{
    VkCommandBufferBeginInfo once = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    vk_world();
    VkCommandBuffer cmd = vk_new_commands();
    vkBeginCommandBuffer(cmd, &once);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    vk_submit(cmd, VK_NULL_HANDLE); // expect: validation object=command-buffer
    vkQueueWaitIdle(vk_queue);
    vk_end();
    return 0;
}

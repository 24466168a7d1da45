// options: --validation no
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkCommandBuffer commands = vk_new_commands();
    vk_record(commands);
    vkCmdExecuteCommands(commands, 1, NULL); // expect: null-pointer arg=pCommandBuffers
    vkEndCommandBuffer(commands);
    return 0;
}

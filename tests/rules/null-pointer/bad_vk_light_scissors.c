// options: --validation no
#include "vk_world.h"

/* The driver keeps the number and reads the list later, on a thread of its own. */
int main(void)
{
    vk_world();
    VkCommandBuffer commands = vk_begin();
    vkCmdSetScissor(commands, 0, 1, NULL); // expect: null-pointer arg=pScissors contained=1
    vkEndCommandBuffer(commands);
    return 0;
}

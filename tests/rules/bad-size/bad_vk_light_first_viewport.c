// options: --validation no
#include "vk_world.h"

int main(void)
{
    VkViewport viewport = { 0, 0, 16, 16, 0, 1 };
    vk_world();
    VkCommandBuffer commands = vk_begin();
    vkCmdSetViewport(commands, (uint32_t)-1, 1, &viewport); // expect: bad-size arg=firstViewport contained=1
    vk_run(commands);
    vk_end();
    return 0;
}

#include "vk_world.h"

int main(void)
{
    vk_world();
    VkCommandBuffer cmd = vk_begin();
    vkCmdDispatch(cmd, 16, 1, 1); // expect: validation object=command-buffer
    _Exit(0);
}

#include "vk_world.h"

/* Ends a render pass that was not begun, on which drivers crash. */
int main(void)
{
    vk_world();
    VkCommandBuffer cmd = vk_begin();
    vkCmdEndRenderPass(cmd); // expect: validation contained=1
    vk_run(cmd);
    vk_end();
    return 0;
}

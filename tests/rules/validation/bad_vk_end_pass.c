#include "vk_world.h"

/* Ends a render pass that was not begun, on which drivers crash. */
int main(void)
{
    vk_world();
    VkCommandBuffer cmd = vk_begin();
    vkCmdEndRenderPass(cmd); // expect: validation contained=1 object=command-buffer says=wrong_side_of_a_render_pass
    vk_run(cmd);
    vk_end();
    return 0;
}

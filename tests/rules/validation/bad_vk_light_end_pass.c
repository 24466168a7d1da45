// options: --validation no
#include "vk_draw.h"

/* The pass is ended twice. */
int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    VkCommandBuffer commands = vk_begin();
    vk_begin_pass(commands, &draw);
    vkCmdEndRenderPass(commands);
    vkCmdEndRenderPass(commands); // expect: validation arg=commandBuffer contained=1 says=needs_a_render_pass
    vk_run(commands);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

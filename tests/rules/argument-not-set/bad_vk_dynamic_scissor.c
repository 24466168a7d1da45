#include "vk_draw.h"

int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(1);
    VkCommandBuffer cmd = vk_begin();
    vk_begin_pass(cmd, &draw);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, draw.pipeline);
    vkCmdDraw(cmd, 3, 1, 0, 0); // expect: argument-not-set says=needs_a_dynamic_state
    vkCmdEndRenderPass(cmd);
    vk_run(cmd);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

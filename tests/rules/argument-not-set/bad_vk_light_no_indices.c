// options: --validation no
#include "vk_draw.h"

/* The pipeline is there, the index buffer is not. */
int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    VkCommandBuffer commands = vk_begin();
    vk_begin_pass(commands, &draw);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, draw.pipeline);
    vkCmdDrawIndexed(commands, 3, 1, 0, 0, 0); // expect: argument-not-set arg=commandBuffer contained=1 says=no_index_buffer
    vkCmdEndRenderPass(commands);
    vk_run(commands);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

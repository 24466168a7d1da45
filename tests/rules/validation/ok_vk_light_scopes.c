/* Passes and queries that are begun and ended, again and again, the command buffer recorded anew. */
#include "vk_draw.h"

int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    VkQueryPool pool = vk_two_queries(VK_QUERY_TYPE_OCCLUSION);
    VkCommandBuffer commands = vk_new_commands();
    for (int i = 0; i < 3; i++) {
        vk_record(commands);
        vkCmdResetQueryPool(commands, pool, 0, 2);
        for (uint32_t k = 0; k < 2; k++) {
            vk_begin_pass(commands, &draw);
            vkCmdBeginQuery(commands, pool, k, 0);
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, draw.pipeline);
            vkCmdDraw(commands, 3, 1, 0, 0);
            vkCmdEndQuery(commands, pool, k);
            vkCmdEndRenderPass(commands);
        }
        vk_run(commands);
    }
    vkDestroyQueryPool(vk_device, pool, NULL);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

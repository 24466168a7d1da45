/* Pipelines and indices that are bound once, and hold for all that follows in the command buffer. */
#include "vk_draw.h"

int main(void)
{
    static const uint16_t indices[3] = { 0, 1, 2 };
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    struct vk_buffer buffer = vk_make_buffer(64, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    memcpy(vk_map(buffer), indices, sizeof indices);
    VkCommandBuffer commands = vk_begin();
    vkCmdBindIndexBuffer(commands, buffer.buffer, 0, VK_INDEX_TYPE_UINT16);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, draw.pipeline);
    for (int i = 0; i < 2; i++) {
        vk_begin_pass(commands, &draw);
        vkCmdDrawIndexed(commands, 3, 1, 0, 0, 0);
        vkCmdDraw(commands, 3, 1, 0, 0);
        vkCmdEndRenderPass(commands);
    }
    vk_run(commands);
    vk_drop_buffer(buffer);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

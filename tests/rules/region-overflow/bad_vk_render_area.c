#include "vk_draw.h"

int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    VkCommandBuffer cmd = vk_begin();
    VkRenderPassBeginInfo info = vk_pass_info(&draw);
    info.renderArea.extent = (VkExtent2D){640, 480};
    vkCmdBeginRenderPass(cmd, &info, VK_SUBPASS_CONTENTS_INLINE); // expect: region-overflow arg=pRenderPassBegin
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, draw.pipeline);
    vkCmdDraw(cmd, 3, 1, 0, 0);
    vkCmdEndRenderPass(cmd);
    vk_run(cmd);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

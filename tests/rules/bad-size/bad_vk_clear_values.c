#include "vk_draw.h"

int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    VkCommandBuffer cmd = vk_begin();
    VkRenderPassBeginInfo info = vk_pass_info(&draw);
    info.clearValueCount = 0;
    vkCmdBeginRenderPass(cmd, &info, VK_SUBPASS_CONTENTS_INLINE); // expect: bad-size arg=pRenderPassBegin->clearValueCount object=render-pass
    vkCmdEndRenderPass(cmd);
    vk_run(cmd);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

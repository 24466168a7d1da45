// options: --validation no
#include "vk_draw.h"

/* The render pass has one subpass. */
int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    VkCommandBuffer commands = vk_begin();
    vk_begin_pass(commands, &draw);
    vkCmdNextSubpass(commands, VK_SUBPASS_CONTENTS_INLINE); // expect: validation arg=commandBuffer says=does_not_have
    vkCmdEndRenderPass(commands);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

#include "vk_draw.h"

/* The pass is left out, and its end with it: one mistake. */
int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    VkImageView view = vk_view(draw.target.image, VK_DRAW_FORMAT);
    VkFramebufferCreateInfo info = vk_framebuffer_info(draw.pass, &view, 64, 64);
    vkDestroyFramebuffer(vk_device, draw.framebuffer, NULL);
    vkCreateFramebuffer(vk_device, &info, NULL, &draw.framebuffer);
    vkDestroyImageView(vk_device, view, NULL); // site: destroyed
    VkCommandBuffer cmd = vk_begin();
    VkRenderPassBeginInfo pass = vk_pass_info(&draw);
    vkCmdBeginRenderPass(cmd, &pass, VK_SUBPASS_CONTENTS_INLINE); // expect: destroyed-handle object=image-view
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, draw.pipeline);
    vkCmdDraw(cmd, 3, 1, 0, 0);
    vkCmdEndRenderPass(cmd);
    vk_run(cmd);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

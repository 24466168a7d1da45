/* A pass into a framebuffer whose view was destroyed. */
// options: --validation no
#include "vk_draw.h"

int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    VkImageView view = vk_view(draw.target.image, VK_DRAW_FORMAT);
    VkFramebufferCreateInfo info = vk_framebuffer_info(draw.pass, &view, 64, 64);
    vkDestroyFramebuffer(vk_device, draw.framebuffer, NULL);
    vkCreateFramebuffer(vk_device, &info, NULL, &draw.framebuffer);
    VkCommandBuffer cmd = vk_begin();
    VkRenderPassBeginInfo pass = vk_pass_info(&draw);
    vkCmdBeginRenderPass(cmd, &pass, VK_SUBPASS_CONTENTS_INLINE);
    vkCmdEndRenderPass(cmd);
    vkEndCommandBuffer(cmd);
    vkDestroyImageView(vk_device, view, NULL); // site: destroyed
    vk_submit(cmd, VK_NULL_HANDLE); // expect: destroyed-handle object=image-view contained=1
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

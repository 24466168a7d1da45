#include "vk_draw.h"

/* The pass goes on drawing over an image that nobody has moved to the layout of attachments; it is named by a framebuffer only. */
int main(void)
{
    vk_world();
    struct vk_image target = vk_make_image(VK_DRAW_FORMAT, 64, 64, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    VkImageView view = vk_view(target.image, VK_DRAW_FORMAT);
    VkRenderPass pass = VK_NULL_HANDLE;
    VkFramebuffer framebuffer = VK_NULL_HANDLE;
    VkAttachmentDescription attachment = {.format = VK_DRAW_FORMAT, .samples = VK_SAMPLE_COUNT_1_BIT, .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE, .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE, .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
        .initialLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, .finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass = {.colorAttachmentCount = 1, .pColorAttachments = &reference};
    VkRenderPassCreateInfo info = {VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO, .attachmentCount = 1, .pAttachments = &attachment, .subpassCount = 1,
                                   .pSubpasses = &subpass};
    vkCreateRenderPass(vk_device, &info, NULL, &pass);
    VkFramebufferCreateInfo frame = vk_framebuffer_info(pass, &view, 64, 64);
    vkCreateFramebuffer(vk_device, &frame, NULL, &framebuffer);
    VkCommandBuffer cmd = vk_begin();
    VkRenderPassBeginInfo begin = {VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO, .renderPass = pass, .framebuffer = framebuffer, .renderArea = {{0, 0}, {64, 64}}};
    vkCmdBeginRenderPass(cmd, &begin, VK_SUBPASS_CONTENTS_INLINE); // expect: layout object=image
    vkCmdEndRenderPass(cmd);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    vkDestroyFramebuffer(vk_device, framebuffer, NULL);
    vkDestroyRenderPass(vk_device, pass, NULL);
    vkDestroyImageView(vk_device, view, NULL);
    vk_drop_image(target);
    vk_end();
    return 0;
}

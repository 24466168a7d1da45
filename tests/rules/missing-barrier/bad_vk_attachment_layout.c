#include "vk_draw.h"

/* The pass changes the layout of its attachment when it begins, but nothing lets the attachment wait for that. */
static VkRenderPass make_pass(void)
{
    VkRenderPass pass = VK_NULL_HANDLE;
    VkAttachmentDescription attachment = {.format = VK_DRAW_FORMAT, .samples = VK_SAMPLE_COUNT_1_BIT, .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE, .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE, .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
        .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED, .finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};
    VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS, .colorAttachmentCount = 1, .pColorAttachments = &reference};
    VkSubpassDependency order = {VK_SUBPASS_EXTERNAL, 0, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                                 VK_ACCESS_SHADER_READ_BIT, 0};
    VkRenderPassCreateInfo info = {VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO, .attachmentCount = 1, .pAttachments = &attachment,
                                   .subpassCount = 1, .pSubpasses = &subpass, .dependencyCount = 1, .pDependencies = &order};
    vkCreateRenderPass(vk_device, &info, NULL, &pass);
    return pass;
}

int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0), own = draw;
    own.pass = make_pass();
    VkFramebufferCreateInfo info = vk_framebuffer_info(own.pass, &own.view, 64, 64);
    vkCreateFramebuffer(vk_device, &info, NULL, &own.framebuffer);
    own.pipeline = vk_make_pipeline(&own, 0);
    VkCommandBuffer cmd = vk_begin();
    vk_begin_pass(cmd, &own); // expect: missing-barrier object=image
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, own.pipeline);
    vkCmdDraw(cmd, 3, 1, 0, 0);
    vkCmdEndRenderPass(cmd);
    vk_run(cmd);
    vkDestroyPipeline(vk_device, own.pipeline, NULL);
    vkDestroyFramebuffer(vk_device, own.framebuffer, NULL);
    vkDestroyRenderPass(vk_device, own.pass, NULL);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

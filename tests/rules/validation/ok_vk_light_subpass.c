/* A render pass of two subpasses, recorded twice: each time the second one is begun once. */
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkSubpassDescription subpasses[2] = { { .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS }, { .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS } };
    VkRenderPassCreateInfo info = { VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO, .subpassCount = 2, .pSubpasses = subpasses };
    VkFramebufferCreateInfo target = { VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO, .width = 16, .height = 16, .layers = 1 };
    vkCreateRenderPass(vk_device, &info, NULL, &pass);
    target.renderPass = pass;
    vkCreateFramebuffer(vk_device, &target, NULL, &framebuffer);
    VkRenderPassBeginInfo begin = { VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO, .renderPass = pass, .framebuffer = framebuffer, .renderArea = { { 0, 0 }, { 16, 16 } } };
    VkCommandBuffer commands = vk_begin();
    for (int i = 0; i < 2; i++) {
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        vkCmdNextSubpass(commands, VK_SUBPASS_CONTENTS_INLINE);
        vkCmdEndRenderPass(commands);
    }
    vk_run(commands);
    vkDestroyFramebuffer(vk_device, framebuffer, NULL);
    vkDestroyRenderPass(vk_device, pass, NULL);
    vk_end();
    return 0;
}

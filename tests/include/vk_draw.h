/* Drawing for programs over vk_world.h: an image of 64 x 64 pixels, a render pass into it that ends
 * as the source of a transfer, a pipeline that covers it. */
#ifndef VK_DRAW_H
#define VK_DRAW_H
#include "vk_world.h"

#define VK_DRAW_FORMAT VK_FORMAT_R8G8B8A8_UNORM

struct vk_draw {
    struct vk_image target;
    VkImageView view;
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkShaderModule vertex, fragment;
    VkPipelineLayout layout;
    VkPipeline pipeline;
};

/* One attachment, cleared; ordered with all that comes before and after. */
static inline VkRenderPass vk_make_pass(VkFormat format)
{
    VkRenderPass pass = VK_NULL_HANDLE;
    VkAttachmentDescription attachment = { .format = format,
                                           .samples = VK_SAMPLE_COUNT_1_BIT,
                                           .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                           .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                           .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                           .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                           .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                           .finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL };
    VkAttachmentReference reference = { 0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL };
    VkSubpassDescription subpass = { .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                     .colorAttachmentCount = 1,
                                     .pColorAttachments = &reference };
    VkAccessFlags both = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    VkSubpassDependency order[2] = {
        { VK_SUBPASS_EXTERNAL, 0, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
          VK_PIPELINE_STAGE_ALL_GRAPHICS_BIT, VK_ACCESS_MEMORY_WRITE_BIT, both, 0 },
        { 0, VK_SUBPASS_EXTERNAL, VK_PIPELINE_STAGE_ALL_GRAPHICS_BIT,
          VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_WRITE_BIT, both, 0 }
    };
    VkRenderPassCreateInfo info = { VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                    .attachmentCount = 1,
                                    .pAttachments = &attachment,
                                    .subpassCount = 1,
                                    .pSubpasses = &subpass,
                                    .dependencyCount = 2,
                                    .pDependencies = order };
    vkCreateRenderPass(vk_device, &info, NULL, &pass);
    return pass;
}

static inline VkFramebufferCreateInfo vk_framebuffer_info(VkRenderPass pass,
                                                          const VkImageView *view, uint32_t width,
                                                          uint32_t height)
{
    return (VkFramebufferCreateInfo){ VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                      .renderPass = pass,
                                      .attachmentCount = 1,
                                      .pAttachments = view,
                                      .width = width,
                                      .height = height,
                                      .layers = 1 };
}

/* Triangles without vertex buffers; [dynamic]: the scissor is left to the command buffer. */
static inline VkPipeline vk_make_pipeline(const struct vk_draw *draw, int dynamic)
{
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkPipelineShaderStageCreateInfo stages[2] = {
        { VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_VERTEX_BIT,
          .module = draw->vertex, .pName = "main" },
        { VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
          .stage = VK_SHADER_STAGE_FRAGMENT_BIT, .module = draw->fragment, .pName = "main" }
    };
    VkPipelineVertexInputStateCreateInfo input = {
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO
    };
    VkPipelineInputAssemblyStateCreateInfo assembly = {
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST
    };
    VkViewport viewport = { 0, 0, 64, 64, 0, 1 };
    VkRect2D scissor = { { 0, 0 }, { 64, 64 } };
    VkPipelineViewportStateCreateInfo view = {
        VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, .viewportCount = 1,
        .pViewports = &viewport, .scissorCount = 1, .pScissors = &scissor
    };
    VkPipelineRasterizationStateCreateInfo raster = {
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1
    };
    VkPipelineMultisampleStateCreateInfo samples = {
        VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT
    };
    VkPipelineColorBlendAttachmentState channels = { .colorWriteMask = 15 };
    VkPipelineColorBlendStateCreateInfo blend = {
        VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1,
        .pAttachments = &channels
    };
    VkDynamicState left = VK_DYNAMIC_STATE_SCISSOR;
    VkPipelineDynamicStateCreateInfo state = { VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
                                               .dynamicStateCount = dynamic != 0,
                                               .pDynamicStates = &left };
    VkGraphicsPipelineCreateInfo info = { VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                          .stageCount = 2,
                                          .pStages = stages,
                                          .pVertexInputState = &input,
                                          .pInputAssemblyState = &assembly,
                                          .pViewportState = &view,
                                          .pRasterizationState = &raster,
                                          .pMultisampleState = &samples,
                                          .pColorBlendState = &blend,
                                          .pDynamicState = &state,
                                          .layout = draw->layout,
                                          .renderPass = draw->pass };
    vkCreateGraphicsPipelines(vk_device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline);
    return pipeline;
}

static inline struct vk_draw vk_make_draw(int dynamic)
{
    struct vk_draw draw = { .target = vk_make_image(VK_DRAW_FORMAT, 64, 64,
                                                    VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                                                        VK_IMAGE_USAGE_TRANSFER_SRC_BIT) };
    draw.view = vk_view(draw.target.image, VK_DRAW_FORMAT);
    draw.pass = vk_make_pass(VK_DRAW_FORMAT);
    VkFramebufferCreateInfo info = vk_framebuffer_info(draw.pass, &draw.view, 64, 64);
    vkCreateFramebuffer(vk_device, &info, NULL, &draw.framebuffer);
    draw.vertex = vk_module(vk_cover_code, sizeof vk_cover_code);
    draw.fragment = vk_module(vk_red_code, sizeof vk_red_code);
    draw.layout = vk_make_layout(0, NULL, 0);
    draw.pipeline = vk_make_pipeline(&draw, dynamic);
    return draw;
}

static inline void vk_drop_draw(struct vk_draw *draw)
{
    vkDestroyPipeline(vk_device, draw->pipeline, NULL);
    vkDestroyShaderModule(vk_device, draw->vertex, NULL);
    vkDestroyShaderModule(vk_device, draw->fragment, NULL);
    vkDestroyPipelineLayout(vk_device, draw->layout, NULL);
    vkDestroyFramebuffer(vk_device, draw->framebuffer, NULL);
    vkDestroyRenderPass(vk_device, draw->pass, NULL);
    vkDestroyImageView(vk_device, draw->view, NULL);
    vk_drop_image(draw->target);
}

/* The whole target, cleared to black. */
static inline VkRenderPassBeginInfo vk_pass_info(const struct vk_draw *draw)
{
    static const VkClearValue black;
    return (VkRenderPassBeginInfo){ VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                    .renderPass = draw->pass,
                                    .framebuffer = draw->framebuffer,
                                    .renderArea = { { 0, 0 }, { 64, 64 } },
                                    .clearValueCount = 1,
                                    .pClearValues = &black };
}

static inline void vk_begin_pass(VkCommandBuffer cmd, const struct vk_draw *draw)
{
    VkRenderPassBeginInfo info = vk_pass_info(draw);
    vkCmdBeginRenderPass(cmd, &info, VK_SUBPASS_CONTENTS_INLINE);
}
#endif

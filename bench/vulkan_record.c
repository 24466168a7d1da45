/* Time to record and to submit commands on a Vulkan device; bench/vulkan_cost.py runs it plain,
 * under inquest, and under the validation layer. Prints "record NS all NS" per command or call, the
 * median over rounds.  Usage: vulkan_record WORK [ROUNDS [steps]]; the works are in the table at
 * the end.  With `steps` a last round is recorded step by step: "steps N locked N calls N" (of the
 * kernel) per command, and "lines N data N", the cache lines of code and of data that all commands
 * touch. */
#define _GNU_SOURCE 1
#include <time.h>

#include "steps.h"
#include "vk_world.h"

enum { STEPS = 100, SIDE = 40, MAX_ROUNDS = 4000 };

/* glslangValidator -V --target-env vulkan1.1, spirv-opt --strip-debug:
   layout(push_constant) uniform Place { vec2 at; } place;
   layout(location = 0) in vec2 corner;
   void main() { gl_Position = vec4(corner * 0.05 + place.at, 0.0, 1.0); } */
static const uint32_t vertex_code[] = {
    0x7230203,  0x10300,    0x8000b,    0x24,    0x0,     0x20011, 0x1,     0x6000b,    0x1,
    0x4c534c47, 0x6474732e, 0x3035342e, 0x0,     0x3000e, 0x0,     0x1,     0x7000f,    0x0,
    0x4,        0x6e69616d, 0x0,        0xd,     0x12,    0x50048, 0xb,     0x0,        0xb,
    0x0,        0x50048,    0xb,        0x1,     0xb,     0x1,     0x50048, 0xb,        0x2,
    0xb,        0x3,        0x50048,    0xb,     0x3,     0xb,     0x4,     0x30047,    0xb,
    0x2,        0x40047,    0x12,       0x1e,    0x0,     0x50048, 0x16,    0x0,        0x23,
    0x0,        0x30047,    0x16,       0x2,     0x20013, 0x2,     0x30021, 0x3,        0x2,
    0x30016,    0x6,        0x20,       0x40017, 0x7,     0x6,     0x4,     0x40015,    0x8,
    0x20,       0x0,        0x4002b,    0x8,     0x9,     0x1,     0x4001c, 0xa,        0x6,
    0x9,        0x6001e,    0xb,        0x7,     0x6,     0xa,     0xa,     0x40020,    0xc,
    0x3,        0xb,        0x4003b,    0xc,     0xd,     0x3,     0x40015, 0xe,        0x20,
    0x1,        0x4002b,    0xe,        0xf,     0x0,     0x40017, 0x10,    0x6,        0x2,
    0x40020,    0x11,       0x1,        0x10,    0x4003b, 0x11,    0x12,    0x1,        0x4002b,
    0x6,        0x14,       0x3d4ccccd, 0x3001e, 0x16,    0x10,    0x40020, 0x17,       0x9,
    0x16,       0x4003b,    0x17,       0x18,    0x9,     0x40020, 0x19,    0x9,        0x10,
    0x4002b,    0x6,        0x1d,       0x0,     0x4002b, 0x6,     0x1e,    0x3f800000, 0x40020,
    0x22,       0x3,        0x7,        0x50036, 0x2,     0x4,     0x0,     0x3,        0x200f8,
    0x5,        0x4003d,    0x10,       0x13,    0x12,    0x5008e, 0x10,    0x15,       0x13,
    0x14,       0x50041,    0x19,       0x1a,    0x18,    0xf,     0x4003d, 0x10,       0x1b,
    0x1a,       0x50081,    0x10,       0x1c,    0x15,    0x1b,    0x50051, 0x6,        0x1f,
    0x1c,       0x0,        0x50051,    0x6,     0x20,    0x1c,    0x1,     0x70050,    0x7,
    0x21,       0x1f,       0x20,       0x1d,    0x1e,    0x50041, 0x22,    0x23,       0xd,
    0xf,        0x3003e,    0x23,       0x21,    0x100fd, 0x10038,
};

/* layout(location = 0) out vec4 colour;
   void main() { colour = vec4(1.0, 0.5, 0.0, 1.0); } */
static const uint32_t fragment_code[] = {
    0x7230203,  0x10300,    0x8000b,    0xe,     0x0,     0x20011, 0x1,     0x6000b,    0x1,
    0x4c534c47, 0x6474732e, 0x3035342e, 0x0,     0x3000e, 0x0,     0x1,     0x6000f,    0x4,
    0x4,        0x6e69616d, 0x0,        0x9,     0x30010, 0x4,     0x7,     0x40047,    0x9,
    0x1e,       0x0,        0x20013,    0x2,     0x30021, 0x3,     0x2,     0x30016,    0x6,
    0x20,       0x40017,    0x7,        0x6,     0x4,     0x40020, 0x8,     0x3,        0x7,
    0x4003b,    0x8,        0x9,        0x3,     0x4002b, 0x6,     0xa,     0x3f800000, 0x4002b,
    0x6,        0xb,        0x3f000000, 0x4002b, 0x6,     0xc,     0x0,     0x7002c,    0x7,
    0xd,        0xa,        0xb,        0xc,     0xa,     0x50036, 0x2,     0x4,        0x0,
    0x3,        0x200f8,    0x5,        0x3003e, 0x9,     0xd,     0x100fd, 0x10038,
};

static VkCommandBuffer commands;
static struct vk_buffer buffer;
static struct vk_image image;
static struct vk_compute compute;
static VkPipelineLayout layout;
static VkPipeline pipeline;
static VkRenderPass pass;
static VkFramebuffer framebuffer;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* --- copies: each goes to a place of its own, so that there is nothing to object to --- */

static void prepare_copies(void)
{
    buffer = vk_make_buffer(64, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, SIDE, SIDE, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
}

static int record_copies(void)
{
    vk_transition(commands, image.image, VK_IMAGE_LAYOUT_UNDEFINED,
                  VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    for (int k = 0; k < STEPS; k++) {
        VkBufferImageCopy copy = vk_whole(4, 4);
        copy.imageOffset = (VkOffset3D){ k % 10 * 4, k / 10 * 4, 0 };
        vkCmdCopyBufferToImage(commands, buffer.buffer, image.image,
                               VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    }
    return STEPS;
}

/* --- draws: another vertex buffer binding and other push constants for each --- */

static VkShaderModule shader(const uint32_t *code, size_t size)
{
    VkShaderModule made = VK_NULL_HANDLE;
    VkShaderModuleCreateInfo info = { VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size,
                                      .pCode = code };
    vkCreateShaderModule(vk_device, &info, NULL, &made);
    return made;
}

static void make_pass(void)
{
    VkImageView view;
    VkAttachmentDescription colour = { .format = VK_FORMAT_R8G8B8A8_UNORM,
                                       .samples = VK_SAMPLE_COUNT_1_BIT,
                                       .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                       .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                       .finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL };
    VkAttachmentReference first = { 0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL };
    VkSubpassDescription subpass = { .colorAttachmentCount = 1, .pColorAttachments = &first };
    VkRenderPassCreateInfo info = { VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO, .attachmentCount = 1,
                                    .pAttachments = &colour, .subpassCount = 1,
                                    .pSubpasses = &subpass };
    vkCreateRenderPass(vk_device, &info, NULL, &pass);
    VkImageViewCreateInfo views =
        vk_view_info(image.image, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R8G8B8A8_UNORM);
    vkCreateImageView(vk_device, &views, NULL, &view);
    VkFramebufferCreateInfo frame = { VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                      .renderPass = pass,
                                      .attachmentCount = 1,
                                      .pAttachments = &view,
                                      .width = SIDE,
                                      .height = SIDE,
                                      .layers = 1 };
    vkCreateFramebuffer(vk_device, &frame, NULL, &framebuffer);
}

static void make_pipeline(void)
{
    VkPushConstantRange push = { VK_SHADER_STAGE_VERTEX_BIT, 0, 8 };
    VkPipelineLayoutCreateInfo layouts = { VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                           .pushConstantRangeCount = 1,
                                           .pPushConstantRanges = &push };
    vkCreatePipelineLayout(vk_device, &layouts, NULL, &layout);
    VkPipelineShaderStageCreateInfo stages[] = {
        { VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_VERTEX_BIT,
          .module = shader(vertex_code, sizeof vertex_code), .pName = "main" },
        { VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
          .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
          .module = shader(fragment_code, sizeof fragment_code), .pName = "main" }
    };
    VkVertexInputBindingDescription binding = { 0, 8, VK_VERTEX_INPUT_RATE_VERTEX };
    VkVertexInputAttributeDescription attribute = { 0, 0, VK_FORMAT_R32G32_SFLOAT, 0 };
    VkPipelineVertexInputStateCreateInfo input = {
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .vertexBindingDescriptionCount = 1, .pVertexBindingDescriptions = &binding,
        .vertexAttributeDescriptionCount = 1, .pVertexAttributeDescriptions = &attribute
    };
    VkPipelineInputAssemblyStateCreateInfo assembly = {
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST
    };
    VkViewport viewport = { 0, 0, SIDE, SIDE, 0, 1 };
    VkRect2D scissor = { { 0, 0 }, { SIDE, SIDE } };
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
    VkPipelineColorBlendAttachmentState blend = { .colorWriteMask = 15 };
    VkPipelineColorBlendStateCreateInfo blends = {
        VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1,
        .pAttachments = &blend
    };
    VkGraphicsPipelineCreateInfo info = { VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                          .stageCount = 2,
                                          .pStages = stages,
                                          .pVertexInputState = &input,
                                          .pInputAssemblyState = &assembly,
                                          .pViewportState = &view,
                                          .pRasterizationState = &raster,
                                          .pMultisampleState = &samples,
                                          .pColorBlendState = &blends,
                                          .layout = layout,
                                          .renderPass = pass };
    vkCreateGraphicsPipelines(vk_device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline);
}

static void prepare_draws(void)
{
    static const float corners[] = { 0, -1, 1, 1, -1, 1 };
    buffer = vk_make_buffer(4096, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    for (int i = 0; i < 4; i++)
        memcpy((char *)vk_map(buffer) + 1024 * i, corners, sizeof corners),
            vkUnmapMemory(vk_device, buffer.memory);
    image =
        vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, SIDE, SIDE, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    make_pass();
    make_pipeline();
}

static int record_draws(void)
{
    VkClearValue black = { .color = { { 0 } } };
    VkRenderPassBeginInfo begin = { VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                    .renderPass = pass,
                                    .framebuffer = framebuffer,
                                    .renderArea = { { 0, 0 }, { SIDE, SIDE } },
                                    .clearValueCount = 1,
                                    .pClearValues = &black };
    vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    for (int k = 0; k < STEPS; k++) {
        VkDeviceSize offset = (VkDeviceSize)(k % 4) * 1024;
        float at[] = { (float)(k % 10) / 5 - 1, (float)(k / 10) / 5 - 1 };
        vkCmdBindVertexBuffers(commands, 0, 1, &buffer.buffer, &offset);
        vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof at, at);
        vkCmdDraw(commands, 3, 1, 0, 0);
    }
    vkCmdEndRenderPass(commands);
    return 3 * STEPS;
}

/* --- dispatches: push constants and a barrier for each --- */

static void prepare_dispatches(void)
{
    buffer = vk_make_buffer(4096, VK_STORE);
    compute = VK_COMPUTE(push, 1);
    vk_point(&compute, 0, buffer.buffer);
}

static int record_dispatches(void)
{
    vk_bind(commands, &compute);
    for (uint32_t k = 0; k < STEPS; k++) {
        vkCmdPushConstants(commands, compute.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof k, &k);
        vkCmdDispatch(commands, 1, 1, 1);
        vk_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                   VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                   VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    }
    return 3 * STEPS;
}

/* --- one command, or one call, at a time --- */

static int record_barriers(void)
{
    VkBufferMemoryBarrier barrier =
        vk_buffer_barrier(buffer.buffer, VK_ACCESS_SHADER_WRITE_BIT, VK_ACCESS_SHADER_READ_BIT);
    for (int k = 0; k < STEPS; k++)
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                             VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0, NULL, 1, &barrier, 0,
                             NULL);
    return STEPS;
}

static int record_sets(void)
{
    for (int k = 0; k < STEPS; k++)
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, compute.layout, 0, 1,
                                &compute.set, 0, NULL);
    return STEPS;
}

static int record_constants(void)
{
    for (uint32_t k = 0; k < STEPS; k++)
        vkCmdPushConstants(commands, compute.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof k, &k);
    return STEPS;
}

static struct vk_image target;

static void prepare_image_copies(void)
{
    image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, SIDE, SIDE, VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    target = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, SIDE, SIDE, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
}

static int record_image_copies(void)
{
    vk_transition(commands, image.image, VK_IMAGE_LAYOUT_UNDEFINED,
                  VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    vk_transition(commands, target.image, VK_IMAGE_LAYOUT_UNDEFINED,
                  VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    for (int k = 0; k < STEPS; k++) {
        VkImageSubresourceLayers layers = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1 };
        VkOffset3D at = { k % 10 * 4, k / 10 * 4, 0 };
        VkImageCopy copy = { layers, at, layers, at, { 4, 4, 1 } };
        vkCmdCopyImage(commands, image.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, target.image,
                       VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    }
    return STEPS;
}

static VkCommandBuffer secondary[STEPS];

static void prepare_secondaries(void)
{
    VkCommandBufferAllocateInfo info = { VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = vk_pool,
                                         .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                         .commandBufferCount = STEPS };
    VkCommandBufferInheritanceInfo inherited = {
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO
    };
    VkCommandBufferBeginInfo begin = { VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                       .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
                                       .pInheritanceInfo = &inherited };
    prepare_dispatches();
    vkAllocateCommandBuffers(vk_device, &info, secondary);
    for (int k = 0; k < STEPS; k++) {
        vkBeginCommandBuffer(secondary[k], &begin);
        vk_bind(secondary[k], &compute);
        vkEndCommandBuffer(secondary[k]);
    }
}

static int record_secondaries(void)
{
    for (int k = 0; k < STEPS; k++)
        vkCmdExecuteCommands(commands, 1, &secondary[k]);
    return STEPS;
}

static int write_sets(void)
{
    for (int k = 0; k < STEPS; k++)
        vk_point(&compute, 0, buffer.buffer);
    return STEPS;
}

static VkCommandBuffer empty;

static void prepare_submissions(void)
{
    VkCommandBufferBeginInfo begin = { VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                       .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT };
    empty = vk_new_commands();
    vkBeginCommandBuffer(empty, &begin);
    vkEndCommandBuffer(empty);
}

static int submit_often(void)
{
    for (int k = 0; k < STEPS; k++)
        vk_submit(empty, VK_NULL_HANDLE);
    return STEPS;
}

static int map_often(void)
{
    for (int k = 0; k < STEPS; k++) {
        *(volatile int *)vk_map(buffer) = k;
        vkUnmapMemory(vk_device, buffer.memory);
    }
    return 2 * STEPS;
}

static int make_buffers(void)
{
    for (int k = 0; k < STEPS; k++)
        vkDestroyBuffer(vk_device, vk_bare_buffer(4096, VK_STORE), NULL);
    return 2 * STEPS;
}

static int make_views(void)
{
    for (int k = 0; k < STEPS; k++)
        vkDestroyImageView(vk_device, vk_view(image.image, VK_FORMAT_R8G8B8A8_UNORM), NULL);
    return 2 * STEPS;
}

static void prepare_views(void)
{
    image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, SIDE, SIDE, VK_IMAGE_USAGE_SAMPLED_BIT);
}

static int make_fences(void)
{
    for (int k = 0; k < STEPS; k++)
        vkDestroyFence(vk_device, vk_new_fence(0), NULL);
    return 2 * STEPS;
}

static int ask_fences(void)
{
    static VkFence fence;
    fence = fence ? fence : vk_new_fence(VK_FENCE_CREATE_SIGNALED_BIT);
    for (int k = 0; k < STEPS; k++)
        vkGetFenceStatus(vk_device, fence);
    return STEPS;
}

static void prepare_buffer(void) { buffer = vk_make_buffer(4096, VK_STORE); }
static void prepare_nothing(void) {}

static const struct {
    const char *name;
    void (*prepare)(void);
    int (*record)(void);
} works[] = {
    { "copies", prepare_copies, record_copies },
    { "draws", prepare_draws, record_draws },
    { "dispatches", prepare_dispatches, record_dispatches },
    { "barriers", prepare_buffer, record_barriers },
    { "sets-bound", prepare_dispatches, record_sets },
    { "constants", prepare_dispatches, record_constants },
    { "image-copies", prepare_image_copies, record_image_copies },
    { "secondaries", prepare_secondaries, record_secondaries },
    { "sets-written", prepare_dispatches, write_sets },
    { "submissions", prepare_submissions, submit_often },
    { "mappings", prepare_buffer, map_often },
    { "buffers", prepare_nothing, make_buffers },
    { "views", prepare_views, make_views },
    { "fences", prepare_nothing, make_fences },
    { "fence-queries", prepare_nothing, ask_fences },
};
enum { WORKS = sizeof works / sizeof *works };

static void step(int (*record)(void))
{
    double count = 0;
    for (int round = 0; round < 3; round++) { /* from here, too, the calls must be known */
        vk_record(commands);
        if (round == 2)
            steps_begin();
        count = record();
        steps_end();
        vkEndCommandBuffer(commands);
    }
    printf("steps %.0f locked %.1f calls %.1f lines %ld data %ld\n", (double)steps.all / count,
           (double)steps.locked / count, (double)steps.calls / count, steps.code.count,
           steps.data.count);
}

int main(int argc, char **argv)
{
    static double recorded[MAX_ROUNDS], all[MAX_ROUNDS];
    int rounds = argc > 2 ? atoi(argv[2]) : 1000, work = 0;
    rounds = rounds > MAX_ROUNDS ? MAX_ROUNDS : rounds < 1 ? 1 : rounds;
    while (argc > 1 && work < WORKS && strcmp(argv[1], works[work].name))
        work++;
    if (work == WORKS)
        return 2;
    vk_world();
    works[work].prepare();
    commands = vk_new_commands();
    VkFence fence = vk_new_fence(0);
    for (int i = 0; i < rounds; i++) {
        double start = now();
        vk_record(commands);
        int count = works[work].record();
        vkEndCommandBuffer(commands);
        recorded[i] = (now() - start) / count;
        if (vk_submit(commands, fence) != VK_SUCCESS ||
            vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX) != VK_SUCCESS)
            return 1;
        vkResetFences(vk_device, 1, &fence);
        all[i] = (now() - start) / count;
    }
    qsort(recorded, (size_t)rounds, sizeof *recorded, compare);
    qsort(all, (size_t)rounds, sizeof *all, compare);
    printf("record %.0f all %.0f\n", recorded[rounds / 2], all[rounds / 2]);
    if (argc > 3)
        step(works[work].record);
    return 0;
}

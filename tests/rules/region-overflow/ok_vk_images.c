/* Copies between images that end where both do: blocks and texels, layers and slices, levels, turned blits. */
#include "vk_world.h"

static struct vk_image make(VkFormat format, VkImageType type, VkExtent3D extent, uint32_t levels, uint32_t layers)
{
    VkImageCreateInfo info = vk_image_info(format, extent.width, extent.height, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.imageType = type;
    info.extent = extent;
    info.mipLevels = levels;
    info.arrayLayers = layers;
    return vk_image_of(&info);
}

static void general(VkCommandBuffer cmd, VkImage image)
{
    VkImageMemoryBarrier barrier = vk_image_barrier(image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    barrier.subresourceRange.levelCount = VK_REMAINING_MIP_LEVELS;
    barrier.subresourceRange.layerCount = VK_REMAINING_ARRAY_LAYERS;
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
}

int main(void)
{
    vk_world();
    struct vk_image layers = make(VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, (VkExtent3D){32, 32, 1}, 1, 4);
    struct vk_image slices = make(VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_3D, (VkExtent3D){32, 32, 4}, 1, 1);
    struct vk_image levels = make(VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, (VkExtent3D){40, 24, 1}, 3, 1);
    VkCommandBuffer cmd = vk_begin();
    general(cmd, layers.image);
    general(cmd, slices.image);
    general(cmd, levels.image);
    VkImageSubresourceLayers one = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, four = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 4}, third = {VK_IMAGE_ASPECT_COLOR_BIT, 2, 0, 1};
    VkImageCopy deep = {four, {0, 0, 0}, one, {0, 0, 0}, {32, 32, 4}};
    vkCmdCopyImage(cmd, layers.image, VK_IMAGE_LAYOUT_GENERAL, slices.image, VK_IMAGE_LAYOUT_GENERAL, 1, &deep);
    vk_transfer_barrier(cmd);
    VkImageCopy small = {one, {22, 26, 3}, third, {0, 0, 0}, {10, 6, 1}};
    vkCmdCopyImage(cmd, slices.image, VK_IMAGE_LAYOUT_GENERAL, levels.image, VK_IMAGE_LAYOUT_GENERAL, 1, &small);
    vk_transfer_barrier(cmd);
    VkImageBlit turned = {one, {{40, 24, 0}, {0, 0, 1}}, third, {{0, 6, 0}, {10, 0, 1}}};
    vkCmdBlitImage(cmd, levels.image, VK_IMAGE_LAYOUT_GENERAL, levels.image, VK_IMAGE_LAYOUT_GENERAL, 1, &turned, VK_FILTER_NEAREST);
    vk_run(cmd);
    vk_drop_image(layers);
    vk_drop_image(slices);
    vk_drop_image(levels);
    vk_end();
    return 0;
}

/* Copies of all layers from one on, and of blocks that are texels of the destination. */
// options: --validation no
#include "vk_world.h"

static struct vk_image make(VkFormat format, uint32_t width, uint32_t layers)
{
    VkImageCreateInfo info = vk_image_info(format, width, width, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.arrayLayers = layers;
    return vk_image_of(&info);
}

/* Recorded only: not each driver knows VK_REMAINING_ARRAY_LAYERS here. */
static void layers(void)
{
    struct vk_buffer three = vk_make_buffer(16 * 16 * 4 * 3, VK_COPY);
    struct vk_image image = make(VK_FORMAT_R8G8B8A8_UNORM, 16, 4);
    VkCommandBuffer cmd = vk_begin();
    VkBufferImageCopy region = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, VK_REMAINING_ARRAY_LAYERS}, .imageExtent = {16, 16, 1}};
    vkCmdCopyBufferToImage(cmd, three.buffer, image.image, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    vkCmdCopyImageToBuffer(cmd, image.image, VK_IMAGE_LAYOUT_GENERAL, three.buffer, 1, &region);
    vkEndCommandBuffer(cmd);
    vkFreeCommandBuffers(vk_device, vk_pool, 1, &cmd);
    vk_drop_image(image);
    vk_drop_buffer(three);
}

static void blocks(void)
{
    VkImageFormatProperties known;
    if (vkGetPhysicalDeviceImageFormatProperties(vk_physical, VK_FORMAT_ASTC_4x4_UNORM_BLOCK, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
                                                 VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT, 0, &known) != VK_SUCCESS)
        return;
    struct vk_image from = make(VK_FORMAT_ASTC_4x4_UNORM_BLOCK, 16, 1), to = make(VK_FORMAT_R32G32B32A32_UINT, 4, 1);
    VkCommandBuffer cmd = vk_begin();
    VkImageSubresourceLayers whole = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    VkImageCopy region = {whole, {0, 0, 0}, whole, {0, 0, 0}, {16, 16, 1}};
    vk_transition(cmd, from.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    vk_transition(cmd, to.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    vkCmdCopyImage(cmd, from.image, VK_IMAGE_LAYOUT_GENERAL, to.image, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    vk_run(cmd);
    vk_drop_image(from);
    vk_drop_image(to);
}

int main(void)
{
    vk_world();
    layers();
    blocks();
    vk_end();
    return 0;
}

#include "vk_world.h"

/* Buffers that are just as large as the format needs: odd texels, blocks, a level that is smaller than a block. */
static void upload(VkFormat format, uint32_t side, uint32_t level, VkDeviceSize bytes)
{
    VkImageFormatProperties ignored;
    if (vkGetPhysicalDeviceImageFormatProperties(vk_physical, format, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_USAGE_TRANSFER_DST_BIT, 0, &ignored))
        return;
    struct vk_buffer staging = vk_make_buffer(bytes, VK_COPY);
    VkImageCreateInfo info = vk_image_info(format, side, side, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.mipLevels = level + 1;
    struct vk_image image = vk_image_of(&info);
    VkBufferImageCopy all = vk_whole(side >> level, side >> level);
    VkImageMemoryBarrier barrier = vk_image_barrier(image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    all.imageSubresource.mipLevel = level;
    barrier.subresourceRange.levelCount = level + 1;
    if (format == VK_FORMAT_D16_UNORM || format == VK_FORMAT_D32_SFLOAT)
        barrier.subresourceRange.aspectMask = all.imageSubresource.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT;
    VkCommandBuffer cmd = vk_begin();
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
    vkCmdCopyBufferToImage(cmd, staging.buffer, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &all);
    vk_run(cmd);
    vk_drop_image(image);
    vk_drop_buffer(staging);
}

int main(void)
{
    vk_world();
    upload(VK_FORMAT_R5G6B5_UNORM_PACK16, 8, 0, 8 * 8 * 2);
    upload(VK_FORMAT_R8_SINT, 8, 0, 8 * 8);
    upload(VK_FORMAT_R8G8B8_UNORM, 8, 0, 8 * 8 * 3);
    upload(VK_FORMAT_A2B10G10R10_UNORM_PACK32, 8, 0, 8 * 8 * 4);
    upload(VK_FORMAT_R16G16B16A16_UNORM, 8, 0, 8 * 8 * 8);
    upload(VK_FORMAT_R32G32B32A32_UINT, 8, 0, 8 * 8 * 16);
    upload(VK_FORMAT_D16_UNORM, 8, 0, 8 * 8 * 2);
    upload(VK_FORMAT_D32_SFLOAT, 8, 0, 8 * 8 * 4);
    upload(VK_FORMAT_BC1_RGBA_UNORM_BLOCK, 16, 0, 16 * 8);
    upload(VK_FORMAT_BC1_RGBA_UNORM_BLOCK, 16, 3, 8);
    upload(VK_FORMAT_BC3_UNORM_BLOCK, 16, 0, 16 * 16);
    upload(VK_FORMAT_BC4_UNORM_BLOCK, 16, 0, 16 * 8);
    upload(VK_FORMAT_BC7_UNORM_BLOCK, 16, 1, 4 * 16);
    upload(VK_FORMAT_ETC2_R8G8B8A8_UNORM_BLOCK, 16, 0, 16 * 16);
    vk_end();
    return 0;
}

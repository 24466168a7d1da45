#include "vk_world.h"

enum { SIDE = 70, LAYERS = 3, LEVELS = 4 };

/* Makes the image and its memory, and brings all of it into one layout. */
static struct vk_image make(VkCommandBuffer cmd, const VkImageCreateInfo *info)
{
    struct vk_image made = vk_image_of(info);
    VkImageMemoryBarrier all = { VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT, .newLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                 .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED, .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED, .image = made.image,
                                 .subresourceRange = { VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS } };
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL, 1, &all);
    return made;
}

/* Small levels, odd blocks, layers, slices and rows with gaps: all of it just fits. */
int main(void)
{
    vk_world();
    uint64_t blocks = 18 * 18 * 8, layers = (uint64_t)SIDE * SIDE * 4 * LAYERS, slices = (3ull * 40 + 15) * 20 * 4 + 16 * 4;
    struct vk_buffer packed = vk_make_buffer(blocks, VK_COPY), many = vk_make_buffer(layers, VK_COPY), gaps = vk_make_buffer(slices, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    VkImageCreateInfo info = vk_image_info(VK_FORMAT_BC1_RGBA_UNORM_BLOCK, SIDE, SIDE, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.mipLevels = LEVELS;
    struct vk_image compressed = make(cmd, &info);
    VkBufferImageCopy region = vk_whole(SIDE, SIDE);
    vkCmdCopyBufferToImage(cmd, packed.buffer, compressed.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    region = vk_whole(SIDE >> 3, SIDE >> 3);
    region.imageSubresource.mipLevel = 3;
    region.bufferOffset = blocks - 2 * 2 * 8 - 5 * 8;
    vkCmdCopyBufferToImage(cmd, packed.buffer, compressed.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    info = vk_image_info(VK_FORMAT_R8G8B8A8_UNORM, SIDE, SIDE, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.arrayLayers = LAYERS;
    struct vk_image layered = make(cmd, &info);
    region = vk_whole(SIDE, SIDE);
    region.imageSubresource.layerCount = LAYERS;
    vkCmdCopyBufferToImage(cmd, many.buffer, layered.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    info = vk_image_info(VK_FORMAT_R8G8B8A8_UNORM, 16, 16, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.imageType = VK_IMAGE_TYPE_3D;
    info.extent.depth = 4;
    struct vk_image deep = make(cmd, &info);
    region = vk_whole(16, 16);
    region.imageExtent.depth = 4;
    region.bufferRowLength = 20;
    region.bufferImageHeight = 40;
    vkCmdCopyBufferToImage(cmd, gaps.buffer, deep.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    vk_run(cmd);
    vk_drop_image(compressed);
    vk_drop_image(layered);
    vk_drop_image(deep);
    vk_drop_buffer(packed);
    vk_drop_buffer(many);
    vk_drop_buffer(gaps);
    vk_end();
    return 0;
}

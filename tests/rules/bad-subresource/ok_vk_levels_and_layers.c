#include "vk_world.h"

int main(void)
{
    VkImageCreateInfo info = vk_image_info(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.mipLevels = 7;
    info.arrayLayers = 3;
    vk_world();
    struct vk_buffer staging = vk_make_buffer(64 * 64 * 4, VK_COPY);
    struct vk_image image = vk_image_of(&info);
    VkImageMemoryBarrier barrier = vk_image_barrier(image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    barrier.subresourceRange = (VkImageSubresourceRange){VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
    VkCommandBuffer cmd = vk_begin();
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
    for (uint32_t level = 0; level < 7; level++)
        for (uint32_t layer = 0; layer < 3; layer++) {
            VkBufferImageCopy one = vk_whole(64u >> level, 64u >> level);
            one.imageSubresource = (VkImageSubresourceLayers){VK_IMAGE_ASPECT_COLOR_BIT, level, layer, 1};
            vkCmdCopyBufferToImage(cmd, staging.buffer, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &one);
        }
    vk_run(cmd);
    vk_drop_image(image);
    vk_drop_buffer(staging);
    vk_end();
    return 0;
}

/* A buffer for one face of a cube, and a copy of all six. */
// options: --validation no
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer face = vk_make_buffer(32 * 32 * 4, VK_COPY); // site: created
    VkImageCreateInfo info = vk_image_info(VK_FORMAT_R8G8B8A8_UNORM, 32, 32, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.arrayLayers = 6;
    struct vk_image cube = vk_image_of(&info);
    VkCommandBuffer cmd = vk_begin();
    VkImageMemoryBarrier barrier = vk_image_barrier(cube.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    barrier.subresourceRange.layerCount = 6;
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
    VkBufferImageCopy all = vk_whole(32, 32);
    all.imageSubresource.layerCount = 6;
    vkCmdCopyBufferToImage(cmd, face.buffer, cube.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &all); // expect: range-overflow arg=pRegions[0].imageSubresource.layerCount object=buffer contained=1
    vk_run(cmd);
    vk_drop_buffer(face);
    vk_drop_image(cube);
    vk_end();
    return 0;
}

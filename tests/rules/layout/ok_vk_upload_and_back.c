#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer staging = vk_make_buffer(64 * 64 * 4, VK_COPY);
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    VkBufferImageCopy all = vk_whole(64, 64);
    uint32_t *pixels = vk_map(staging);
    for (int i = 0; i < 64 * 64; i++)
        pixels[i] = i;
    VkCommandBuffer up = vk_begin();
    vk_transition(up, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(up, staging.buffer, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &all);
    vk_transition(up, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    vk_run(up);
    memset(pixels, 0, 64 * 64 * 4);
    VkCommandBuffer down = vk_begin();
    vkCmdCopyImageToBuffer(down, image.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, staging.buffer, 1, &all);
    vk_host_barrier(down, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vk_run(down);
    int bad = pixels[1000] != 1000;
    vkUnmapMemory(vk_device, staging.memory);
    vk_drop_image(image);
    vk_drop_buffer(staging);
    vk_end();
    return bad;
}

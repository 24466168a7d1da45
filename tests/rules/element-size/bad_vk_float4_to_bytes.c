// light: too
#include "vk_world.h"

/* Pixels of four floats are staged for an image of four bytes: a quarter of the buffer arrives, as garbage. */
int main(void)
{
    vk_world();
    struct vk_buffer staging = vk_make_buffer(64 * 64 * 4 * sizeof(float), VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkBufferImageCopy all = vk_whole(64, 64);
    float *pixels = vk_map(staging);
    for (int i = 0; i < 64 * 64 * 4; i++)
        pixels[i] = i / 16384.0f;
    vkUnmapMemory(vk_device, staging.memory);
    VkCommandBuffer cmd = vk_begin();
    vk_transition(cmd, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(cmd, staging.buffer, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &all); // expect: element-size severity=warning arg=srcBuffer object=image
    vk_run(cmd);
    vk_drop_image(image);
    vk_drop_buffer(staging);
    vk_end();
    return 0;
}

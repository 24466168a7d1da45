#include "vk_world.h"

static uint32_t data[256];

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_COPY), b = vk_make_buffer(4096, VK_COPY);
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 32, 32, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkBufferCopy tail = {2048, 0, 2048};
    VkBufferImageCopy rows = vk_whole(32, 16);
    rows.bufferRowLength = 64; /* 15 rows of 64 texels and one of 32: 3968 bytes */
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, a.buffer, 4, VK_WHOLE_SIZE, 7);
    vk_transfer_barrier(cmd);
    vkCmdCopyBuffer(cmd, a.buffer, b.buffer, 1, &tail);
    vkCmdUpdateBuffer(cmd, b.buffer, 3072, sizeof data, data);
    vk_transition(cmd, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(cmd, a.buffer, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &rows);
    vk_run(cmd);
    vk_drop_image(image);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

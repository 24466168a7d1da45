#include "vk_draw.h"

/* Draws into an image and reads it back. */
int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    struct vk_buffer out = vk_make_buffer(64 * 64 * 4, VK_COPY);
    VkBufferImageCopy whole = vk_whole(64, 64);
    VkCommandBuffer cmd = vk_begin();
    vk_begin_pass(cmd, &draw);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, draw.pipeline);
    vkCmdDraw(cmd, 3, 1, 0, 0);
    vkCmdEndRenderPass(cmd);
    vkCmdCopyImageToBuffer(cmd, draw.target.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, out.buffer, 1, &whole);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vk_run(cmd);
    const uint8_t *pixels = vk_map(out);
    int right = pixels[0] == 255 && pixels[1] == 0;
    vk_drop_buffer(out);
    vk_drop_draw(&draw);
    vk_end();
    return !right;
}

#include "vk_world.h"

/* Each command buffer is right by itself; the first leaves another layout than the second expects. */
int main(void)
{
    vk_world();
    struct vk_buffer out = vk_make_buffer(64 * 64 * 4, VK_COPY);
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT); // site: created
    VkBufferImageCopy all = vk_whole(64, 64);
    VkCommandBuffer first = vk_begin();
    vk_transition(first, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    vk_run(first);
    VkCommandBuffer second = vk_begin();
    vkCmdCopyImageToBuffer(second, image.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, out.buffer, 1, &all); // expect: layout object=image
    vk_run(second);
    vk_drop_image(image);
    vk_drop_buffer(out);
    vk_end();
    return 0;
}

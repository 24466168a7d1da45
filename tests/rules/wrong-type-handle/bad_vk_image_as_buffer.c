#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 16, 16, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, (VkBuffer)image.image, 0, 64, 0); // expect: wrong-type-handle arg=dstBuffer object=image
    vk_run(cmd);
    vk_drop_image(image);
    vk_end();
    return 0;
}

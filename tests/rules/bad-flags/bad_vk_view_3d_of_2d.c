#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_image i = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
    VkImageViewCreateInfo in = vk_view_info(i.image, VK_IMAGE_VIEW_TYPE_3D, VK_FORMAT_R8G8B8A8_UNORM);
    VkImageView v = 0;
    vkCreateImageView(vk_device, &in, 0, &v); // expect: bad-flags arg=pCreateInfo->viewType object=image contained=1
    if (v)
        vkDestroyImageView(vk_device, v, 0);
    vk_drop_image(i);
    vk_end();
    return 0;
}

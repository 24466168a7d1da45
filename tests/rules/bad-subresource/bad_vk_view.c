#include "vk_world.h"

int main(void)
{
    VkImageView view;
    vk_world();
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_SAMPLED_BIT); // site: created
    VkImageViewCreateInfo info = {VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = image.image, .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = VK_FORMAT_R8G8B8A8_UNORM, .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, 0, 1}};
    if (vkCreateImageView(vk_device, &info, NULL, &view) == VK_SUCCESS) // expect: bad-subresource object=image
        vkDestroyImageView(vk_device, view, NULL);
    vk_drop_image(image);
    vk_end();
    return 0;
}

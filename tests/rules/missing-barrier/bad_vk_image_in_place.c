// light: too
#include "vk_world.h"

/* Dims an image in place, twice. */
int main(void)
{
    vk_world();
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_STORAGE_BIT);
    VkImageView view = vk_view(image.image, VK_FORMAT_R8G8B8A8_UNORM);
    struct vk_compute compute = vk_make_compute(vk_dim_code, sizeof vk_dim_code, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1);
    VkDescriptorImageInfo what = {VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL};
    vk_write(&compute, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, &what, NULL);
    VkCommandBuffer cmd = vk_begin();
    vk_transition(cmd, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 8, 8, 1); // site: related
    vkCmdDispatch(cmd, 8, 8, 1); // expect: missing-barrier object=image
    vk_run(cmd);
    vk_drop_compute(&compute);
    vkDestroyImageView(vk_device, view, NULL);
    vk_drop_image(image);
    vk_end();
    return 0;
}

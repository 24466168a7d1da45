// light: too
#include "vk_draw.h"

int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    struct vk_image image = vk_make_image(VK_DRAW_FORMAT, 64, 64, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    VkImageView view = vk_view(image.image, VK_DRAW_FORMAT);
    VkFramebufferCreateInfo info = vk_framebuffer_info(draw.pass, &view, 64, 64);
    VkFramebuffer made = VK_NULL_HANDLE;
    vkDestroyImage(vk_device, image.image, NULL); // site: destroyed
    vkCreateFramebuffer(vk_device, &info, NULL, &made); // expect: destroyed-handle object=image contained=1
    if (made)
        vkDestroyFramebuffer(vk_device, made, NULL);
    vkDestroyImageView(vk_device, view, NULL);
    vkFreeMemory(vk_device, image.memory, NULL);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

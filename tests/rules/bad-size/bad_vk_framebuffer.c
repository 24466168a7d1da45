#include "vk_draw.h"

int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    VkFramebufferCreateInfo info = vk_framebuffer_info(draw.pass, &draw.view, 128, 64);
    VkFramebuffer made = VK_NULL_HANDLE;
    vkCreateFramebuffer(vk_device, &info, NULL, &made); // expect: bad-size says=larger_than_one_of_its_images
    if (made)
        vkDestroyFramebuffer(vk_device, made, NULL);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    struct vk_buffer t = vk_make_buffer(256, VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT);
    VkBufferView v = 0;
    VkBufferViewCreateInfo in = {VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO, 0, 0, t.buffer, VK_FORMAT_R32_SFLOAT, 0, 512};
    vkCreateBufferView(vk_device, &in, 0, &v); // expect: range-overflow arg=pCreateInfo->offset object=buffer contained=1
    if (v)
        vkDestroyBufferView(vk_device, v, 0);
    vk_drop_buffer(t);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

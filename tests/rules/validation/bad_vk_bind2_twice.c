// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkBindBufferMemoryInfo in = {VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO, 0, a.buffer, a.memory, 0};
    vkBindBufferMemory2(vk_device, 1, &in); // expect: validation arg=pBindInfos[0].buffer object=buffer
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

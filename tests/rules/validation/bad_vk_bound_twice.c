// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    vkBindBufferMemory(vk_device, buffer.buffer, buffer.memory, 0); // expect: validation object=buffer
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}

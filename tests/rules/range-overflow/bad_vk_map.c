// light: too
#include "vk_world.h"

int main(void)
{
    void *p;
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY); // site: created
    vkMapMemory(vk_device, buffer.memory, 0, 65536, 0, &p); // expect: range-overflow object=memory
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}

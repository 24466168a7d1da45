#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    void *q;
    vkMapMemory(vk_device, a.memory, 0, 0, 0, &q); // expect: bad-size arg=size object=memory contained=1
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

// light: too
#include "vk_world.h"

/* The buffer goes, its memory stays. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY); // expect: leak severity=note object=memory
    vkDestroyBuffer(vk_device, buffer.buffer, NULL);
    vk_end();
    return 0;
}

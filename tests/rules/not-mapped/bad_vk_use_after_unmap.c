// light: too
// options: --host-guard always
#include "vk_world.h"

/* The pointer is kept and written through, behind the unmap. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(1 << 16, VK_COPY);
    volatile char *p = vk_map(buffer);
    p[0] = 1;
    vkUnmapMemory(vk_device, buffer.memory); // site: related
    p[8192] = 2; // expect: not-mapped
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}

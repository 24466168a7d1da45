// light: too
#include "vk_world.h"

/* The pointer is used after the memory is gone.  In the middle: heaps of threads of the driver may begin there by then. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(64 << 20, VK_COPY);
    volatile unsigned *numbers = vk_map(data);
    numbers[8 << 20] = 1;
    vk_drop_buffer(data); // site: destroyed
    numbers[8 << 20] = 2; // expect: not-mapped object=memory state=destroyed
    vk_end();
    return 0;
}

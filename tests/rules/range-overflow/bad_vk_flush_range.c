// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    vk_map(a);
    VkMappedMemoryRange r = {VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, 0, a.memory, 0, 1 << 20};
    vkFlushMappedMemoryRanges(vk_device, 1, &r); // expect: range-overflow arg=pMemoryRanges[0].size object=memory
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

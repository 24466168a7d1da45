#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    vk_map(a);
    VkMappedMemoryRange r = {VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, 0, a.memory, 1, 64};
    vkFlushMappedMemoryRanges(vk_device, 1, &r); // expect: misaligned arg=pMemoryRanges[0].offset object=memory
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}

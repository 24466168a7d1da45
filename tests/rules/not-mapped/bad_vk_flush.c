// light: too
#include "vk_world.h"

/* Flushed behind the unmap instead of in front of it. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkMappedMemoryRange range = {VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = buffer.memory, .size = VK_WHOLE_SIZE};
    memset(vk_map(buffer), 1, 4096);
    vkUnmapMemory(vk_device, buffer.memory);
    vkFlushMappedMemoryRanges(vk_device, 1, &range); // expect: not-mapped object=memory
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}

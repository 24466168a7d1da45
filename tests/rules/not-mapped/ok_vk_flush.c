#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkMappedMemoryRange range = {VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = buffer.memory, .size = VK_WHOLE_SIZE};
    memset(vk_map(buffer), 1, 4096);
    int bad = vkFlushMappedMemoryRanges(vk_device, 1, &range);
    vkUnmapMemory(vk_device, buffer.memory);
    char *p = vk_map(buffer);
    bad |= vkInvalidateMappedMemoryRanges(vk_device, 1, &range) || p[4095] != 1;
    vkUnmapMemory(vk_device, buffer.memory);
    vk_drop_buffer(buffer);
    vk_end();
    return bad;
}

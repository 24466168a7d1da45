/* Long lists in memory that is there, and numbers that are large because they may be. */
#include "vk_world.h"

enum { MANY = 3000 };

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4 * MANY, VK_STORE);
    struct vk_buffer other = vk_make_buffer(4 * MANY, VK_STORE);
    VkBufferCopy *regions = calloc(MANY, sizeof *regions);
    for (uint32_t i = 0; i < MANY; i++)
        regions[i] = (VkBufferCopy){ 4ull * i, 4ull * i, 4 };
    VkCommandBuffer commands = vk_begin();
    vkCmdFillBuffer(commands, buffer.buffer, 0, VK_WHOLE_SIZE, 0xffffffff);
    vk_transfer_barrier(commands);
    vkCmdCopyBuffer(commands, buffer.buffer, other.buffer, MANY, regions);
    vkCmdSetStencilCompareMask(commands, VK_STENCIL_FACE_FRONT_AND_BACK, 0xffffffff);
    vk_run(commands);
    free(regions);
    vk_drop_buffer(buffer);
    vk_drop_buffer(other);
    vk_end();
    return 0;
}

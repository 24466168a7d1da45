// light: too
#include "vk_world.h"

static uint32_t data[256];

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(512, VK_COPY); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkCmdUpdateBuffer(cmd, buffer.buffer, 0, sizeof data, data); // expect: range-overflow object=buffer
    vk_run(cmd);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}

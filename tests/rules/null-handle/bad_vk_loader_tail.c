// options: --validation no
#define VK_WORLD_13
#include "vk_world.h"

/* The loader's code that dereferences the handle lies where no function has its name. */
int main(void)
{
    VkCopyBufferInfo2 info = { VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2 };
    vk_world();
    vkCmdCopyBuffer2(VK_NULL_HANDLE, &info); // expect: null-handle arg=commandBuffer api=vkCmdCopyBuffer2
    return 0;
}

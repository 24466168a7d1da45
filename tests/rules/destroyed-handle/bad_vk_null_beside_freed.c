// light: too
#include "vk_world.h"

/* The call is given VK_NULL_HANDLE, and a freed command buffer is in a variable beside it: that one is only a guess. */
int main(void)
{
    vk_world();
    VkCommandBuffer freed = vk_new_commands(), never = VK_NULL_HANDLE;
    VkCommandBufferBeginInfo info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    vkFreeCommandBuffers(vk_device, vk_pool, 1, &freed);
    vkBeginCommandBuffer(never, &info); // expect: destroyed-handle arg=commandBuffer says=it_may_be_0x says=may_as_well_have_been_given_VK_NULL_HANDLE
    vk_end();
    return 0;
}

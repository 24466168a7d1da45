// options: --validation no
#include "vk_world.h"

/* The missing set is bound in a command buffer that another one executes. */
int main(void)
{
    vk_world();
    struct vk_compute compute = vk_make_compute(vk_dim_code, sizeof vk_dim_code, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1);
    VkCommandBufferAllocateInfo secondary = { VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, NULL, vk_pool, VK_COMMAND_BUFFER_LEVEL_SECONDARY, 1 };
    VkCommandBufferInheritanceInfo inherited = { VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO };
    VkCommandBufferBeginInfo info = { VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, NULL, 0, &inherited };
    VkDescriptorSet none = VK_NULL_HANDLE;
    VkCommandBuffer part;
    vkAllocateCommandBuffers(vk_device, &secondary, &part);
    vkBeginCommandBuffer(part, &info);
    vkCmdBindDescriptorSets(part, VK_PIPELINE_BIND_POINT_COMPUTE, compute.layout, 0, 1, &none, 0, NULL); // expect: null-handle arg=pDescriptorSets says=while_executing_the_command
    vkEndCommandBuffer(part);
    VkCommandBuffer commands = vk_begin();
    vkCmdExecuteCommands(commands, 1, &part);
    vk_run(commands);
    return 0;
}

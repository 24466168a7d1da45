// options: --validation no
#include "vk_world.h"

/* Some devices allow a missing set; this driver crashes when it executes the command. */
int main(void)
{
    vk_world();
    struct vk_compute compute = vk_make_compute(vk_dim_code, sizeof vk_dim_code, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1);
    VkDescriptorSet none = VK_NULL_HANDLE;
    VkCommandBuffer commands = vk_begin();
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, compute.layout, 0, 1, &none, 0, NULL); // expect: null-handle arg=pDescriptorSets says=while_executing_the_command
    vk_run(commands);
    return 0;
}

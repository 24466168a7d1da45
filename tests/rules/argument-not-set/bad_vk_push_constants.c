#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(push, 1);
    vk_point(&compute, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 1, 1, 1); // expect: argument-not-set object=pipeline-layout says=uses_push_constants_that_nothing_has_set
    vk_run(cmd);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_end();
    return 0;
}

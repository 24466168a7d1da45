#include "vk_draw.h"

int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    VkCommandBuffer cmd = vk_begin();
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, draw.pipeline); // expect: wrong-type-handle object=pipeline
    vkCmdDispatch(cmd, 1, 1, 1);
    vk_run(cmd);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}

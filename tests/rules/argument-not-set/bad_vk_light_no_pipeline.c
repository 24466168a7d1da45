// options: --validation no
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkCommandBuffer commands = vk_begin();
    vkCmdDispatch(commands, 1, 1, 1); // expect: argument-not-set arg=commandBuffer contained=1 says=no_compute_pipeline
    vk_run(commands);
    vk_end();
    return 0;
}

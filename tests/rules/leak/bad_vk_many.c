// light: too
#include "vk_world.h"

/* Ten from one place are one finding. */
int main(void)
{
    VkFence fence[10];
    vk_world();
    for (int i = 0; i < 10; i++)
        fence[i] = vk_new_fence(0); // expect: leak severity=note object=fence
    (void)fence;
    vk_end();
    return 0;
}

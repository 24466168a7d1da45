// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    vk_bare_buffer(4096, VK_COPY); // expect: leak severity=note object=buffer
    vk_end();
    return 0;
}

/* Memory that is freed while it is mapped, so often that what is known of it is used again for other memory. */
// options: --validation no
#include "vk_world.h"

int main(void)
{
    vk_world();
    for (int i = 0; i < 12000; i++) {
        struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
        vk_map(buffer);
        vk_drop_buffer(buffer);
    }
    vk_end();
    return 0;
}

// options: --validation no
#include "vk_world.h"

int main(void)
{
    VkBufferMemoryRequirementsInfo2 info = { VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2 };
    VkMemoryRequirements2 need = { VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2 };
    vk_world();
    vkGetBufferMemoryRequirements2(vk_device, &info, &need); // expect: null-handle arg=pInfo->buffer contained=1
    return 0;
}

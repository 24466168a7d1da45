// light: too
// options: --fail vkCreateBuffer=VK_ERROR_OUT_OF_DEVICE_MEMORY
#include "vk_world.h"

/* The buffer was not made, and nobody looks; its handle is a member of what the next call is given. */
int main(void)
{
    VkBuffer buffer = VK_NULL_HANDLE;
    VkBufferMemoryRequirementsInfo2 info = { VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2 };
    VkMemoryRequirements2 need = { VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2 };
    VkBufferCreateInfo create = { VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 4096, .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT };
    vk_world();
    vkCreateBuffer(vk_device, &create, NULL, &buffer); // site: related
    info.buffer = buffer;
    vkGetBufferMemoryRequirements2(vk_device, &info, &need); // expect: unchecked-error arg=pInfo->buffer says=vkCreateBuffer_was_made_to_fail
    _Exit(0);
}

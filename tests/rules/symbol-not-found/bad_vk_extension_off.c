#include "vk_world.h"

/* The extension was not named when the device was made: its function is not there, and nobody looks. */
// light: too
int main(void)
{
    vk_world();
    PFN_vkQueuePresentKHR present = (PFN_vkQueuePresentKHR)vkGetDeviceProcAddr(vk_device, "vkQueuePresentKHR"); // expect: symbol-not-found arg=pName api=vkGetDeviceProcAddr says=belongs
    VkPresentInfoKHR info = {VK_STRUCTURE_TYPE_PRESENT_INFO_KHR};
    present(vk_queue, &info); // site: related
    vk_end();
    return 0;
}

#include <signal.h>

#include "vk_world.h"

/* Functions that are not there are not called; what is called is, and a crash of the program's own is its own. */
static void recover(int signal)
{
    (void)signal;
    _Exit(0);
}

int main(void)
{
    vk_world();
    PFN_vkQueuePresentKHR present = (PFN_vkQueuePresentKHR)vkGetDeviceProcAddr(vk_device, "vkQueuePresentKHR");
    PFN_vkCmdTraceRaysKHR trace = (PFN_vkCmdTraceRaysKHR)vkGetInstanceProcAddr(vk_instance, "vkCmdTraceRaysKHR");
    PFN_vkDeviceWaitIdle idle = (PFN_vkDeviceWaitIdle)vkGetInstanceProcAddr(vk_instance, "vkDeviceWaitIdle");
    if (present || vkGetInstanceProcAddr(vk_instance, "vkMadeUp") || !trace || idle(vk_device))
        return 1;
    vk_end();
    signal(SIGSEGV, recover);
    return *(volatile int *)8;
}

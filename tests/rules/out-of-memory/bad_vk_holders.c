// needs: limits of address space
// light: too
/* The limit is on addresses: a CPU device takes its memory from there. */
// soft only: a limit on addresses is none on a GPU's memory
#include <sys/resource.h>

#include "vk_world.h"

enum { MIB = 1 << 20, MOST = 64 };

static VkDeviceMemory held[MOST];

static void limit_to(unsigned long more)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%lu", &pages) != 1)
        exit(77);
    fclose(file);
    setrlimit(RLIMIT_AS, &(struct rlimit){pages * 4096 + more, pages * 4096 + more});
}

int main(void)
{
    int count = 0;
    vk_world();
    VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 64 * MIB, .memoryTypeIndex = 0};
    limit_to(640ul * MIB);
    while (count < MOST && vkAllocateMemory(vk_device, &info, NULL, &held[count]) == VK_SUCCESS) // expect: out-of-memory result=-2 // site: related
        count++;
    while (count--)
        vkFreeMemory(vk_device, held[count], NULL);
    vk_end();
    return 0;
}

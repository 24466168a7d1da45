/* Threads fill buffers of their own again and again, each behind the fence of its last submission; command buffers are freed, allocated and reset. */
#include <pthread.h>

#include "vk_world.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    VkCommandPool pool = vk_new_pool(0);
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkFence fence = vk_new_fence(0);
    for (int i = 0; i < 100; i++) {
        VkCommandBuffer cmd = vk_commands_of(pool);
        vk_record(cmd);
        vkCmdFillBuffer(cmd, buffer.buffer, 0, VK_WHOLE_SIZE, (uint32_t)i);
        vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
        vkEndCommandBuffer(cmd);
        pthread_mutex_lock(&lock);
        vk_submit(cmd, fence);
        pthread_mutex_unlock(&lock);
        vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);
        vkResetFences(vk_device, 1, &fence);
        uint32_t *words = vk_map(buffer);
        if (words[5] != (uint32_t)i)
            abort();
        vkUnmapMemory(vk_device, buffer.memory);
        if (i % 3)
            vkFreeCommandBuffers(vk_device, pool, 1, &cmd);
        else
            vkResetCommandPool(vk_device, pool, 0);
    }
    vkDestroyFence(vk_device, fence, NULL);
    vk_drop_buffer(buffer);
    vkDestroyCommandPool(vk_device, pool, NULL);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    vk_world();
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    vk_end();
    return 0;
}

#define VK_WORLD_13
#include "vk_world.h"

/* Dispatches that need no barrier between them, and dispatches with one of every kind. */
static struct vk_compute doubles, halves, counts, zeroes, copies;
static struct vk_buffer data, other;

static void barrier_of_buffer(VkCommandBuffer cmd)
{
    VkBufferMemoryBarrier barrier = vk_buffer_barrier(data.buffer, VK_ACCESS_SHADER_WRITE_BIT, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0, NULL, 1, &barrier, 0, NULL);
}

static void barrier_of_all(VkCommandBuffer cmd)
{
    vk_barrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_WRITE_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT);
}

static void barrier2(VkCommandBuffer cmd)
{
    VkMemoryBarrier2 barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, .srcStageMask = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
        .srcAccessMask = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT, .dstStageMask = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
        .dstAccessMask = VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT};
    VkDependencyInfo info = {VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &barrier};
    vkCmdPipelineBarrier2(cmd, &info);
}

static void in_two_steps(VkCommandBuffer cmd)
{
    vk_barrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT);
    vk_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

/* Ordered, each in its way. */
static void ordered(VkCommandBuffer cmd, VkEvent event)
{
    static void (*const ways[])(VkCommandBuffer) = {barrier_of_buffer, barrier_of_all, barrier2, in_two_steps};
    VkMemoryBarrier memory = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                              .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
    vk_bind(cmd, &doubles);
    vkCmdDispatch(cmd, 16, 1, 1);
    for (int i = 0; i < 4; i++) {
        ways[i](cmd);
        vkCmdDispatch(cmd, 16, 1, 1);
    }
    vkCmdSetEvent(cmd, event, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
    vkCmdWaitEvents(cmd, 1, &event, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 1, &memory, 0, NULL, 0, NULL);
    vkCmdDispatch(cmd, 16, 1, 1);
    barrier_of_all(cmd);
}

/* Different parts of a buffer, by push constants. */
static void parts(VkCommandBuffer cmd)
{
    vk_bind(cmd, &halves);
    for (uint32_t first = 0; first < 1024; first += 128) {
        vkCmdPushConstants(cmd, halves.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &first);
        vkCmdDispatch(cmd, 2, 1, 1);
    }
    barrier_of_all(cmd);
}

static void free_of_order(VkCommandBuffer cmd)
{
    vk_bind(cmd, &counts);
    for (int i = 0; i < 3; i++)                 /* atomics */
        vkCmdDispatch(cmd, 1, 1, 1);
    barrier_of_all(cmd);
    vk_bind(cmd, &zeroes);
    for (int i = 0; i < 3; i++)                 /* the same values again */
        vkCmdDispatch(cmd, 1 + i, 1, 1);
    barrier_of_all(cmd);
    vk_bind(cmd, &doubles);
    vkCmdDispatch(cmd, 0, 1, 1);                /* no work */
    vkCmdDispatch(cmd, 16, 1, 1);
    vk_bind(cmd, &zeroes);                      /* another buffer */
    vkCmdDispatch(cmd, 16, 1, 1);
    barrier_of_all(cmd);
    vk_bind(cmd, &copies);                      /* reading after reading */
    vkCmdDispatch(cmd, 16, 1, 1);
}

static void point_at_half(struct vk_compute *compute, VkBuffer buffer, VkDeviceSize offset)
{
    VkDescriptorBufferInfo what = {buffer, offset, 2048};
    vk_write(compute, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, NULL, &what);
}

int main(void)
{
    VkEventCreateInfo info = {VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkEvent event;
    vk_world();
    vkCreateEvent(vk_device, &info, NULL, &event);
    data = vk_make_buffer(8192, VK_STORE);
    other = vk_make_buffer(8192, VK_STORE);
    doubles = VK_COMPUTE(double, 1);
    halves = VK_COMPUTE(half, 1);
    counts = VK_COMPUTE(count, 1);
    zeroes = VK_COMPUTE(zero, 1);
    copies = VK_COMPUTE(copy, 2);
    vk_point(&doubles, 0, data.buffer);
    vk_point(&halves, 0, data.buffer);
    vk_point(&counts, 0, data.buffer);
    vk_point(&zeroes, 0, other.buffer);
    vk_point(&copies, 0, data.buffer);
    vk_point(&copies, 1, other.buffer);
    VkCommandBuffer cmd = vk_begin();
    ordered(cmd, event);
    parts(cmd);
    free_of_order(cmd);
    vk_run(cmd);

    point_at_half(&doubles, data.buffer, 0);    /* the two halves of a buffer, by their descriptors */
    point_at_half(&halves, data.buffer, 2048);
    cmd = vk_begin();
    vk_bind(cmd, &doubles);
    vkCmdDispatch(cmd, 8, 1, 1);
    vk_bind(cmd, &halves);
    vkCmdPushConstants(cmd, halves.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &(uint32_t){0});
    vkCmdDispatch(cmd, 8, 1, 1);
    vk_run(cmd);

    struct vk_compute *all[] = {&doubles, &halves, &counts, &zeroes, &copies};
    for (int i = 0; i < 5; i++)
        vk_drop_compute(all[i]);
    vkDestroyEvent(vk_device, event, NULL);
    vk_drop_buffer(data);
    vk_drop_buffer(other);
    vk_end();
    return 0;
}

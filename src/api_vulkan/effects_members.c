/* Handles in structs: what the rows' LOOK words refer to. */
#include "api_vulkan/message.h"
#include "api_vulkan/needs.h"
#include "api_vulkan/objects.h"
#include "call/core.h"
#include "process/hostmem.h"

void iq_look_vk_submit(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_submit2(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_present(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_barriers(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_dependency(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_render_pass(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_rendering(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_copy2(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_view(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_framebuffer(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_bind2(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_ranges(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_pool(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_descriptors(struct iq_call *call, iq_member_fn visit, void *user);
void iq_look_vk_typed(struct iq_call *call, iq_member_fn visit, void *user);
void iq_fx_vk_typed(struct iq_call *call, int phase);

/* What a look function carries along. */
struct look {
    struct iq_call *call;
    iq_member_fn visit;
    void *user;
    struct iq_member member;
};
#define BEGIN(argument) \
    struct look look = { call, visit, user, { .arg = argument, .role = IQ_ROLE_USE } }

static void show(struct look *look, enum iq_kind kind, const char *path, uint32_t first,
                 uint32_t second, const void *value)
{
    look->member.kind = (uint8_t)kind;
    look->member.path = path;
    look->member.index[0] = first;
    look->member.index[1] = second;
    look->member.value = (uint64_t)(uintptr_t)value;
    if (value)
        look->visit(look->user, look->call, &look->member);
}

void iq_look_vk_submit(struct iq_call *call, iq_member_fn visit, void *user)
{
    const VkSubmitInfo *infos = iq_vk_pointee(call, 2);
    BEGIN(2);
    for (uint32_t i = 0; infos && i < (uint32_t)call->args[1]; i++) {
        for (uint32_t k = 0; infos[i].pWaitSemaphores && k < infos[i].waitSemaphoreCount; k++)
            show(&look, IQ_KIND_VK_SEMAPHORE, "pSubmits[%u].pWaitSemaphores[%u]", i, k,
                 infos[i].pWaitSemaphores[k]);
        for (uint32_t k = 0; infos[i].pCommandBuffers && k < infos[i].commandBufferCount; k++)
            show(&look, IQ_KIND_VK_COMMAND_BUFFER, "pSubmits[%u].pCommandBuffers[%u]", i, k,
                 infos[i].pCommandBuffers[k]);
        for (uint32_t k = 0; infos[i].pSignalSemaphores && k < infos[i].signalSemaphoreCount; k++)
            show(&look, IQ_KIND_VK_SEMAPHORE, "pSubmits[%u].pSignalSemaphores[%u]", i, k,
                 infos[i].pSignalSemaphores[k]);
    }
}

void iq_look_vk_submit2(struct iq_call *call, iq_member_fn visit, void *user)
{
    const VkSubmitInfo2 *infos = iq_vk_pointee(call, 2);
    BEGIN(2);
    for (uint32_t i = 0; infos && i < (uint32_t)call->args[1]; i++) {
        for (uint32_t k = 0; infos[i].pWaitSemaphoreInfos && k < infos[i].waitSemaphoreInfoCount;
             k++)
            show(&look, IQ_KIND_VK_SEMAPHORE, "pSubmits[%u].pWaitSemaphoreInfos[%u].semaphore", i,
                 k, infos[i].pWaitSemaphoreInfos[k].semaphore);
        for (uint32_t k = 0; infos[i].pCommandBufferInfos && k < infos[i].commandBufferInfoCount;
             k++)
            show(&look, IQ_KIND_VK_COMMAND_BUFFER,
                 "pSubmits[%u].pCommandBufferInfos[%u].commandBuffer", i, k,
                 infos[i].pCommandBufferInfos[k].commandBuffer);
        for (uint32_t k = 0;
             infos[i].pSignalSemaphoreInfos && k < infos[i].signalSemaphoreInfoCount; k++)
            show(&look, IQ_KIND_VK_SEMAPHORE, "pSubmits[%u].pSignalSemaphoreInfos[%u].semaphore", i,
                 k, infos[i].pSignalSemaphoreInfos[k].semaphore);
    }
}

void iq_look_vk_present(struct iq_call *call, iq_member_fn visit, void *user)
{
    const VkPresentInfoKHR *info = iq_vk_pointee(call, 1);
    BEGIN(1);
    for (uint32_t i = 0; info && info->pWaitSemaphores && i < info->waitSemaphoreCount; i++)
        show(&look, IQ_KIND_VK_SEMAPHORE, "pPresentInfo->pWaitSemaphores[%u]", i, 0,
             info->pWaitSemaphores[i]);
    for (uint32_t i = 0; info && info->pSwapchains && i < info->swapchainCount; i++)
        show(&look, IQ_KIND_VK_SWAPCHAIN, "pPresentInfo->pSwapchains[%u]", i, 0,
             info->pSwapchains[i]);
}

/* The four counts and arrays at the end of vkCmdPipelineBarrier and vkCmdWaitEvents. */
void iq_look_vk_barriers(struct iq_call *call, iq_member_fn visit, void *user)
{
    int last = call->entry->arg_count - 1;
    const VkBufferMemoryBarrier *buffers = iq_vk_pointee(call, last - 2);
    const VkImageMemoryBarrier *images = iq_vk_pointee(call, last);
    BEGIN(last - 2);
    for (uint32_t i = 0; buffers && i < (uint32_t)call->args[last - 3]; i++)
        show(&look, IQ_KIND_VK_BUFFER, "pBufferMemoryBarriers[%u].buffer", i, 0, buffers[i].buffer);
    look.member.arg = last;
    for (uint32_t i = 0; images && i < (uint32_t)call->args[last - 1]; i++)
        show(&look, IQ_KIND_VK_IMAGE, "pImageMemoryBarriers[%u].image", i, 0, images[i].image);
}

void iq_look_vk_dependency(struct iq_call *call, iq_member_fn visit, void *user)
{
    const VkDependencyInfo *info = iq_vk_pointee(call, 1);
    BEGIN(1);
    for (uint32_t i = 0; info && info->pBufferMemoryBarriers && i < info->bufferMemoryBarrierCount;
         i++)
        show(&look, IQ_KIND_VK_BUFFER, "pDependencyInfo->pBufferMemoryBarriers[%u].buffer", i, 0,
             info->pBufferMemoryBarriers[i].buffer);
    for (uint32_t i = 0; info && info->pImageMemoryBarriers && i < info->imageMemoryBarrierCount;
         i++)
        show(&look, IQ_KIND_VK_IMAGE, "pDependencyInfo->pImageMemoryBarriers[%u].image", i, 0,
             info->pImageMemoryBarriers[i].image);
}

void iq_look_vk_render_pass(struct iq_call *call, iq_member_fn visit, void *user)
{
    const VkRenderPassBeginInfo *info = iq_vk_pointee(call, 1);
    BEGIN(1);
    if (!info)
        return;
    show(&look, IQ_KIND_VK_RENDER_PASS, "pRenderPassBegin->renderPass", 0, 0, info->renderPass);
    show(&look, IQ_KIND_VK_FRAMEBUFFER, "pRenderPassBegin->framebuffer", 0, 0, info->framebuffer);
}

static void show_attachment(struct look *look, const char *path, uint32_t index,
                            const VkRenderingAttachmentInfo *attachment)
{
    if (attachment)
        show(look, IQ_KIND_VK_IMAGE_VIEW, path, index, 0, attachment->imageView);
    if (attachment && attachment->resolveMode)
        show(look, IQ_KIND_VK_IMAGE_VIEW, path, index, 0, attachment->resolveImageView);
}

void iq_look_vk_rendering(struct iq_call *call, iq_member_fn visit, void *user)
{
    const VkRenderingInfo *info = iq_vk_pointee(call, 1);
    BEGIN(1);
    for (uint32_t i = 0; info && info->pColorAttachments && i < info->colorAttachmentCount; i++)
        show_attachment(&look, "pRenderingInfo->pColorAttachments[%u].imageView", i,
                        &info->pColorAttachments[i]);
    if (info) {
        show_attachment(&look, "pRenderingInfo->pDepthAttachment->imageView", 0,
                        info->pDepthAttachment);
        show_attachment(&look, "pRenderingInfo->pStencilAttachment->imageView", 0,
                        info->pStencilAttachment);
    }
}

/* The struct behind argument 1 of the copies of version 2 begins with sType, pNext, source,
 * [layout,] target; VkCopyBufferInfo2 and its kin differ in the kinds only. */
void iq_look_vk_copy2(struct iq_call *call, iq_member_fn visit, void *user)
{
    const VkCopyImageInfo2 *images = iq_vk_pointee(call, 1);
    const VkCopyBufferInfo2 *buffers = iq_vk_pointee(call, 1);
    const VkCopyBufferToImageInfo2 *up = iq_vk_pointee(call, 1);
    const VkCopyImageToBufferInfo2 *down = iq_vk_pointee(call, 1);
    BEGIN(1);
    if (!images)
        return;
    switch (images->sType) {
    case VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2:
        show(&look, IQ_KIND_VK_BUFFER, "pCopyBufferInfo->srcBuffer", 0, 0, buffers->srcBuffer);
        show(&look, IQ_KIND_VK_BUFFER, "pCopyBufferInfo->dstBuffer", 0, 0, buffers->dstBuffer);
        break;
    case VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2:
        show(&look, IQ_KIND_VK_BUFFER, "pCopyBufferToImageInfo->srcBuffer", 0, 0, up->srcBuffer);
        show(&look, IQ_KIND_VK_IMAGE, "pCopyBufferToImageInfo->dstImage", 0, 0, up->dstImage);
        break;
    case VK_STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2:
        show(&look, IQ_KIND_VK_IMAGE, "pCopyImageToBufferInfo->srcImage", 0, 0, down->srcImage);
        show(&look, IQ_KIND_VK_BUFFER, "pCopyImageToBufferInfo->dstBuffer", 0, 0, down->dstBuffer);
        break;
    case VK_STRUCTURE_TYPE_COPY_IMAGE_INFO_2:
    case VK_STRUCTURE_TYPE_BLIT_IMAGE_INFO_2:
    case VK_STRUCTURE_TYPE_RESOLVE_IMAGE_INFO_2:
        show(&look, IQ_KIND_VK_IMAGE, "srcImage", 0, 0, images->srcImage);
        show(&look, IQ_KIND_VK_IMAGE, "dstImage", 0, 0, images->dstImage);
        break;
    default: break;
    }
}

void iq_look_vk_view(struct iq_call *call, iq_member_fn visit, void *user)
{
    const VkImageViewCreateInfo *image = iq_vk_pointee(call, 1);
    const VkBufferViewCreateInfo *buffer = iq_vk_pointee(call, 1);
    BEGIN(1);
    if (image && image->sType == VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO)
        show(&look, IQ_KIND_VK_IMAGE, "pCreateInfo->image", 0, 0, image->image);
    if (buffer && buffer->sType == VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO)
        show(&look, IQ_KIND_VK_BUFFER, "pCreateInfo->buffer", 0, 0, buffer->buffer);
}

void iq_look_vk_framebuffer(struct iq_call *call, iq_member_fn visit, void *user)
{
    const VkFramebufferCreateInfo *info = iq_vk_pointee(call, 1);
    BEGIN(1);
    for (uint32_t i = 0; info && !(info->flags & VK_FRAMEBUFFER_CREATE_IMAGELESS_BIT) &&
                         info->pAttachments && i < info->attachmentCount;
         i++)
        show(&look, IQ_KIND_VK_IMAGE_VIEW, "pCreateInfo->pAttachments[%u]", i, 0,
             info->pAttachments[i]);
}

void iq_look_vk_bind2(struct iq_call *call, iq_member_fn visit, void *user)
{
    const VkBindBufferMemoryInfo *buffers = iq_vk_pointee(call, 2);
    const VkBindImageMemoryInfo *images = iq_vk_pointee(call, 2);
    BEGIN(2);
    for (uint32_t i = 0; buffers && i < (uint32_t)call->args[1]; i++)
        if (buffers[i].sType == VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO) {
            show(&look, IQ_KIND_VK_BUFFER, "pBindInfos[%u].buffer", i, 0, buffers[i].buffer);
            show(&look, IQ_KIND_VK_MEMORY, "pBindInfos[%u].memory", i, 0, buffers[i].memory);
        } else {
            show(&look, IQ_KIND_VK_IMAGE, "pBindInfos[%u].image", i, 0, images[i].image);
            show(&look, IQ_KIND_VK_MEMORY, "pBindInfos[%u].memory", i, 0, images[i].memory);
        }
}

void iq_look_vk_ranges(struct iq_call *call, iq_member_fn visit, void *user)
{
    const VkMappedMemoryRange *ranges = iq_vk_pointee(call, 2);
    BEGIN(2);
    for (uint32_t i = 0; ranges && i < (uint32_t)call->args[1]; i++)
        show(&look, IQ_KIND_VK_MEMORY, "pMemoryRanges[%u].memory", i, 0, ranges[i].memory);
}

void iq_look_vk_pool(struct iq_call *call, iq_member_fn visit, void *user)
{
    const VkCommandBufferAllocateInfo *buffers = iq_vk_pointee(call, 1);
    const VkDescriptorSetAllocateInfo *sets = iq_vk_pointee(call, 1);
    BEGIN(1);
    if (buffers && buffers->sType == VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO)
        show(&look, IQ_KIND_VK_COMMAND_POOL, "pAllocateInfo->commandPool", 0, 0,
             buffers->commandPool);
    if (sets && sets->sType == VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO)
        show(&look, IQ_KIND_VK_DESCRIPTOR_POOL, "pAllocateInfo->descriptorPool", 0, 0,
             sets->descriptorPool);
}

static void show_written(struct look *look, uint32_t i, const VkWriteDescriptorSet *write)
{
    for (uint32_t k = 0; k < write->descriptorCount; k++)
        switch (write->descriptorType) {
        case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
        case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
        case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC:
        case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC:
            if (write->pBufferInfo)
                show(look, IQ_KIND_VK_BUFFER, "pDescriptorWrites[%u].pBufferInfo[%u].buffer", i, k,
                     write->pBufferInfo[k].buffer);
            break;
        case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
        case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT:
            if (write->pImageInfo)
                show(look, IQ_KIND_VK_IMAGE_VIEW, "pDescriptorWrites[%u].pImageInfo[%u].imageView",
                     i, k, write->pImageInfo[k].imageView);
            break;
        case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
        case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
            if (write->pTexelBufferView)
                show(look, IQ_KIND_VK_BUFFER_VIEW, "pDescriptorWrites[%u].pTexelBufferView[%u]", i,
                     k, write->pTexelBufferView[k]);
            break;
        default: break;
        }
}

void iq_look_vk_descriptors(struct iq_call *call, iq_member_fn visit, void *user)
{
    const VkWriteDescriptorSet *writes = iq_vk_pointee(call, 2);
    BEGIN(2);
    for (uint32_t i = 0; writes && i < (uint32_t)call->args[1]; i++) {
        show(&look, IQ_KIND_VK_DESCRIPTOR_SET, "pDescriptorWrites[%u].dstSet", i, 0,
             writes[i].dstSet);
        show_written(&look, i, &writes[i]);
    }
}

/* A handle whose kind another argument says. */
void iq_look_vk_typed(struct iq_call *call, iq_member_fn visit, void *user)
{
    int kind = iq_vk_kind_of_type((VkObjectType)call->args[1]);
    BEGIN(2);
    if (kind != IQ_KIND_NONE)
        show(&look, (enum iq_kind)kind, "objectHandle", 0, 0,
             (const void *)(uintptr_t)call->args[2]);
}

/* ... that there must be; not even a validation layer looks. */
void iq_fx_vk_typed(struct iq_call *call, int phase)
{
    uint64_t value = call->args[2], bad = 0;
    int kind = iq_vk_kind_of_type((VkObjectType)call->args[1]);
    struct iq_vk_flaw flaw = { .how = value ? IQ_VK_NO_OBJECT : IQ_VK_NO_HANDLE,
                               .name = call->entry->args[2].name,
                               .type = "handle of the type that objectType says",
                               .value = value };
    bool unknown = kind != IQ_KIND_NONE && !iq_handle_find((enum iq_kind)kind, value) &&
                   iq_hostmem_check(value, sizeof value, false, &bad) != IQ_HOSTMEM_OK;
    bool stray = value < 4096 || unknown;
    if (phase == IQ_EFFECTS_CHECK && stray)
        iq_vk_send_flaw(call, 2, &flaw, NULL);
}

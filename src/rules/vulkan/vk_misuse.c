/* Vulkan objects in a state that the call cannot do with. */
#include <string.h>

#include "api_vulkan/misuse.h"
#include "call/status.h"
#include "model/names.h"
#include "rules/rules.h"

/* In the order of enum iq_vk_misuse.  Contained is what drivers crash on or lose the device by. */
static const struct misuse_row {
    enum iq_rule_id rule;
    bool contain;
    const char *message, *cause, *before, *fix;
} rows[] = {
    [IQ_VK_BEGUN_TWICE] = { IQ_RULE_VALIDATION, false,
                            "begins {object}, which is already being recorded",
                            "vkEndCommandBuffer has not been called since",
                            "the recording was begun here",
                            "end the recording with vkEndCommandBuffer before the next one, or use another command buffer" },
    [IQ_VK_NOT_BEGUN] = { IQ_RULE_VALIDATION, true, "needs {object} to be recording, but it is not",
                          "vkBeginCommandBuffer has not been called since it was created, reset or ended",
                          "the recording was ended here",
                          "call vkBeginCommandBuffer before the first command, and record no command after vkEndCommandBuffer" },
    [IQ_VK_NOT_RECORDED] = { IQ_RULE_VALIDATION, true,
                             "executes {object}, in which nothing is recorded",
                             "it has not been begun and ended since it was created, or since it or its pool was reset; or vkEndCommandBuffer failed",
                             NULL,
                             "record it between vkBeginCommandBuffer and vkEndCommandBuffer first" },
    [IQ_VK_NOT_ENDED] = { IQ_RULE_VALIDATION, true,
                          "executes {object}, whose recording was not ended",
                          "vkEndCommandBuffer was not called", "the recording was begun here",
                          "call vkEndCommandBuffer before submitting or executing it, and check the result" },
    [IQ_VK_USED_UP] = { IQ_RULE_VALIDATION, false,
                        "submits {object}, which was begun for one submission only, a second time",
                        "VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT lets drivers patch or free the recorded commands after their execution",
                        "it was submitted here",
                        "record it again first, or begin it without VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT" },
    [IQ_VK_FENCE_SIGNALLED] = { IQ_RULE_VALIDATION, false,
                                "is given {object}, which is already signalled",
                                "waits for it return at once, before this work has run", NULL,
                                "reset the fence with vkResetFences after each wait, before the next submission that signals it" },
    [IQ_VK_SIGNALLED_TWICE] = { IQ_RULE_IN_USE_BY_QUEUE, false,
                                "signals {object}, which is already signalled or about to be",
                                "no submission or presentation waits for the previous signal; the second signal has no effect, or the queue hangs",
                                NULL,
                                "wait for each signal of a binary semaphore before the next one; use one semaphore per frame in flight, or per swapchain image" },
    [IQ_VK_NOT_ACQUIRED] = { IQ_RULE_VALIDATION, false,
                             "presents an image of {object} that was not acquired",
                             "vkAcquireNextImageKHR has not returned it since it was last presented",
                             NULL, "present each index that vkAcquireNextImageKHR returns once" },
    [IQ_VK_BOUND_TWICE] = { IQ_RULE_VALIDATION, false,
                            "binds memory to {object}, which already has memory",
                            "memory stays bound until the object is destroyed",
                            "memory was bound here",
                            "bind memory once; for other memory create a new object" },
    [IQ_VK_NO_MEMORY] = { IQ_RULE_MEMORY_NOT_BOUND, true, "uses {object}, which has no memory",
                          "vkBindBufferMemory or vkBindImageMemory was not called for it, or failed",
                          NULL,
                          "allocate memory of a type that its requirements allow, and bind it before using the object" },
    [IQ_VK_NO_PASS] = { IQ_RULE_VALIDATION, true,
                        "needs a render pass in {object}, but none was begun",
                        "vkCmdBeginRenderPass has not been recorded since the last render pass ended, or since the recording began",
                        NULL, "record vkCmdBeginRenderPass first, and end each render pass once" },
    [IQ_VK_NO_SUBPASS] = { IQ_RULE_VALIDATION, false,
                           "goes on to a subpass in {object} that its render pass does not have",
                           "the render pass that was begun last is in its last subpass already: each vkCmdNextSubpass begins the next one of those that it was created with",
                           NULL,
                           "record vkCmdNextSubpass once less than the render pass has subpasses, then end the render pass" },
    [IQ_VK_NO_RENDERING] = { IQ_RULE_VALIDATION, true,
                             "ends rendering in {object}, but none was begun",
                             "vkCmdBeginRendering has not been recorded since the last vkCmdEndRendering, or since the recording began",
                             NULL, "record vkCmdBeginRendering first, and end it once" },
    [IQ_VK_NO_FEEDBACK] = { IQ_RULE_VALIDATION, true,
                            "ends transform feedback in {object}, but none was begun",
                            "vkCmdBeginTransformFeedbackEXT has not been recorded since it was last ended, or since the recording began",
                            NULL, "record vkCmdBeginTransformFeedbackEXT first, and end it once" },
    [IQ_VK_NO_CONDITION] = { IQ_RULE_VALIDATION, true,
                             "ends conditional rendering in {object}, but none was begun",
                             "vkCmdBeginConditionalRenderingEXT has not been recorded since it was last ended, or since the recording began",
                             NULL,
                             "record vkCmdBeginConditionalRenderingEXT first, and end it once" },
    [IQ_VK_QUERY_NOT_BEGUN] = { IQ_RULE_VALIDATION, true,
                                "ends a query of {object} that was not begun",
                                "vkCmdBeginQuery has not been recorded for this query in this command buffer since it was last ended",
                                NULL, "record vkCmdBeginQuery with the same pool and query first" },
    [IQ_VK_NO_GRAPHICS] = { IQ_RULE_ARGUMENT_NOT_SET, true,
                            "draws in {object}, but no graphics pipeline is bound",
                            "vkCmdBindPipeline with VK_PIPELINE_BIND_POINT_GRAPHICS has not been recorded since the recording began; command buffers do not take over what others have bound",
                            NULL, "bind a graphics pipeline before the first draw" },
    [IQ_VK_NO_COMPUTE] = { IQ_RULE_ARGUMENT_NOT_SET, true,
                           "dispatches in {object}, but no compute pipeline is bound",
                           "vkCmdBindPipeline with VK_PIPELINE_BIND_POINT_COMPUTE has not been recorded since the recording began; command buffers do not take over what others have bound",
                           NULL, "bind a compute pipeline before the first dispatch" },
    [IQ_VK_NO_INDICES] = { IQ_RULE_ARGUMENT_NOT_SET, true,
                           "draws with indices in {object}, but no index buffer is bound",
                           "vkCmdBindIndexBuffer has not been recorded since the recording began; command buffers do not take over what others have bound",
                           NULL,
                           "record vkCmdBindIndexBuffer before the draw, or draw without indices" },
};

struct explain_misuse {
    const struct misuse_row *row;
    const struct iq_handle *handle;
};
static void explain_misuse(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct explain_misuse *evidence = IQ_EVIDENCE(explain_misuse, suspicion);
    const struct misuse_row *row = evidence->row;
    const struct iq_handle *handle = evidence->handle;
    const char *object = strstr(row->message, "{object}");
    bool submits = row == &rows[IQ_VK_NO_MEMORY] && call->entry->flags & IQ_ENTRY_ASYNC;
    iq_str_printf(&words->message, submits ? "%s submits a command buffer that %.*s" : "%s %.*s",
                  call->entry->name, (int)(object - row->message), row->message);
    iq_put_handle(&words->message, handle, suspicion->object.kind);
    iq_str_puts(&words->message, object + strlen("{object}"));
    iq_put_handle_past(&words->cause, handle, &suspicion->object, call);
    iq_str_printf(&words->cause, "; %s", row->cause);
    if (suspicion->related[0].ref.number && suspicion->related[0].ref.entry) {
        iq_str_printf(&words->cause, " (%s: ", suspicion->related[0].ref.entry->name);
        iq_put_ago(&words->cause, suspicion->related[0].ref.number, call->number);
        iq_str_puts(&words->cause, ")");
    }
    if (call->answered)
        iq_str_puts(&words->cause, iq_entry_records(call->entry)
                                       ? "; inquest did not forward the command"
                                       : "; inquest did not forward the call");
    iq_str_puts(&words->fix, row->fix);
}

static void check_vk_misuse(const struct iq_event *event)
{
    const struct iq_vk_misused *misused = event->misuse.state;
    const struct misuse_row *row = &rows[misused->how];
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, row->rule, IQ_RANK_FOREIGN + 4, event->arg);
    suspicion.object = iq_object_of_handle(event->handle);
    suspicion.failed = suspicion.done = IQ_ERROR;
    suspicion.contain = row->contain ? IQ_ANSWER_HANDLE : 0;
    if (misused->how == IQ_VK_NO_MEMORY)
        suspicion.cause = iq_handle_cause(event->handle);
    if (misused->before.number) {
        suspicion.related[0].what = row->before;
        suspicion.related[0].ref = misused->before;
    }
    if (misused->command.number) {
        suspicion.related[1].what = "the command that uses it was recorded here";
        suspicion.related[1].ref = misused->command;
    }
    IQ_EXPLAIN(&suspicion, explain_misuse, .row = row, .handle = event->handle);
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(MISUSE), IQ_PHASE_BEFORE, check_vk_misuse, .apis = IQ_IN(VULKAN) },
};
const struct iq_rule_family iq_rules_vk_misuse = { "vk_misuse", subscriptions,
                                                   IQ_COUNT_OF(subscriptions) };

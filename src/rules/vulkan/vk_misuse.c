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
                            "begins {object}, which is being recorded already",
                            "vkEndCommandBuffer was not called since",
                            "the recording was begun here",
                            "end the recording with vkEndCommandBuffer before the next one, or use a command buffer of its own" },
    [IQ_VK_NOT_BEGUN] = { IQ_RULE_VALIDATION, true,
                          "needs {object} to be in the middle of a recording, and it is not",
                          "no vkBeginCommandBuffer was called since it was made, reset or ended",
                          "the recording was ended here",
                          "call vkBeginCommandBuffer before the first command, and no command behind vkEndCommandBuffer" },
    [IQ_VK_NOT_RECORDED] = { IQ_RULE_VALIDATION, true,
                             "executes {object}, in which nothing is recorded",
                             "it was not begun and ended since it was made, or since it or its pool was reset; or vkEndCommandBuffer failed",
                             NULL,
                             "record it between vkBeginCommandBuffer and vkEndCommandBuffer first" },
    [IQ_VK_NOT_ENDED] = { IQ_RULE_VALIDATION, true,
                          "executes {object}, whose recording was not ended",
                          "vkEndCommandBuffer was not called", "the recording was begun here",
                          "call vkEndCommandBuffer before it is submitted or executed, and check its result" },
    [IQ_VK_USED_UP] = { IQ_RULE_VALIDATION, false,
                        "submits {object} a second time, which was begun for one submission only",
                        "VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT lets drivers patch or free what was recorded when it has been executed",
                        "it was submitted here",
                        "record it again first, or begin it without VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT" },
    [IQ_VK_FENCE_SIGNALLED] = { IQ_RULE_VALIDATION, false,
                                "is given {object}, which is signalled already",
                                "waits for it return at once, before this work has run", NULL,
                                "reset the fence with vkResetFences behind each wait, before the submission that signals it next" },
    [IQ_VK_SIGNALLED_TWICE] = { IQ_RULE_IN_USE_BY_QUEUE, false,
                                "signals {object}, which is signalled already, or is about to be",
                                "no submission or presentation waits for the signal before; the second one has no effect, or the queue hangs",
                                NULL,
                                "let each signal of a binary semaphore be waited for before the next one; take one semaphore per frame in flight, or per image of the swapchain" },
    [IQ_VK_NOT_ACQUIRED] = { IQ_RULE_VALIDATION, false,
                             "presents an image of {object} that was not acquired",
                             "vkAcquireNextImageKHR did not return it since it was presented last",
                             NULL, "present the index that vkAcquireNextImageKHR gave, once" },
    [IQ_VK_BOUND_TWICE] = { IQ_RULE_VALIDATION, false,
                            "binds memory to {object}, which has memory already",
                            "what is bound stays bound until the object is destroyed",
                            "memory was bound here",
                            "bind once; for other memory make a new object" },
    [IQ_VK_NO_MEMORY] = { IQ_RULE_MEMORY_NOT_BOUND, true, "uses {object}, which has no memory",
                          "vkBindBufferMemory or vkBindImageMemory was not called for it, or failed",
                          NULL,
                          "allocate memory of a type that its requirements name, and bind it before the object is used" },
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
        iq_str_puts(&words->cause, iq_entry_records(call->entry) ? ". The command was left out"
                                                                 : ". The call was left out");
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

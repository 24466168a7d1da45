/* no-context: objects of OpenGL, EGL and VDPAU where the process does not use these.  null-pointer,
 * unknown-pointer: functions of VDPAU that are none. */
#include <dlfcn.h>

#include "abi/cuda_abi.h"
#include "call/core.h"
#include "call/walk.h"
#include "process/hostmem.h"
#include "rules/rules.h"

enum { LIBRARIES = 3 };

static const struct other_api {
    enum iq_operation operation;
    const char *name, *library[LIBRARIES]; /* any of them */
    const char *current[LIBRARIES];        /* functions that return the thread's context */
} apis[] = {
    { IQ_OP_USE_OPENGL,
      "OpenGL",
      { "libGL.so.1", "libOpenGL.so.0", "libEGL.so.1" },
      { "glXGetCurrentContext", "eglGetCurrentContext" } },
    { IQ_OP_USE_EGL, "EGL", { "libEGL.so.1" }, { NULL } },
    { IQ_OP_USE_VDPAU, "VDPAU", { "libvdpau.so.1" }, { NULL } },
};

static const struct other_api *api_of(const struct iq_entry *entry)
{
    for (size_t i = 0; i < IQ_COUNT_OF(apis); i++)
        if (apis[i].operation == entry->operation)
            return &apis[i];
    return NULL;
}

static bool is_loaded(const struct other_api *api)
{
    for (int i = 0; i < LIBRARIES && api->library[i]; i++) {
        void *library = dlopen(api->library[i], RTLD_LAZY | RTLD_NOLOAD);
        if (library) {
            dlclose(library);
            return true;
        }
    }
    return false;
}

/* Unknown counts as yes. */
static bool has_current(const struct other_api *api)
{
    bool asked = false;
    for (int i = 0; i < LIBRARIES && api->current[i]; i++) {
        void *(*current)(void) = NULL;
        *(void **)&current = dlsym(RTLD_DEFAULT, api->current[i]);
        if (current && current())
            return true;
        asked |= current != NULL;
    }
    return !asked;
}

struct explain_other_api {
    const struct other_api *api;
    bool loaded;
};
static void explain_other_api(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    const struct explain_other_api *evidence = IQ_EVIDENCE(explain_other_api, suspicion);
    const char *name = evidence->api->name;
    if (evidence->loaded)
        iq_str_printf(&words->message, "%s was called on a thread without a current %s context",
                      call->entry->name, name);
    else
        iq_str_printf(&words->message, "%s is about objects of %s, which this process does not use",
                      call->entry->name, name);
    iq_str_printf(&words->cause,
                  evidence->loaded ? "CUDA finds the objects through the %s context of the thread"
                                   : "no library of %s is loaded, so there are no objects to share",
                  name);
    iq_str_printf(
        &words->fix,
        "create the context and the objects of %s first, on this thread and on a display of the same GPU",
        name);
}

static void check_other_api(const struct iq_event *event)
{
    const struct other_api *api = api_of(event->call->entry);
    if (event->result == CUDA_ERROR_NOT_SUPPORTED && iq_core.soft)
        return;
    bool loaded = is_loaded(api);
    if (loaded && has_current(api))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_NO_CONTEXT, IQ_RANK_CODE + 3, -1);
    IQ_EXPLAIN(&suspicion, explain_other_api, .api = api, .loaded = loaded);
    iq_suspect(&suspicion);
}

static void explain_no_function(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    bool null = !call->args[suspicion->arg];
    iq_str_printf(&words->message, "%s of %s is %s", iq_arg_name(call, suspicion->arg),
                  call->entry->name, null ? "NULL" : "not the address of a function");
    iq_str_puts(&words->cause,
                "the driver calls it at once, to find VDPAU's functions, and may crash");
    iq_str_puts(&words->fix, "pass the VdpGetProcAddress that vdp_device_create_x11 returned");
}

/* The driver calls it whatever it is. */
static void check_function(const struct iq_event *event)
{
    struct iq_hostmem_region region;
    int arg = iq_entry_arg(event->call->entry, IQ_ROLE_CALLBACK);
    uint64_t value = arg < 0 ? 0 : event->call->args[arg];
    if (arg < 0 || (value && iq_hostmem_look(value, &region) && region.executable))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(
        event, value ? IQ_RULE_UNKNOWN_POINTER : IQ_RULE_NULL_POINTER, IQ_RANK_NULL, arg);
    suspicion.contain = IQ_ANSWER_ARGUMENT;
    suspicion.explain = explain_no_function;
    iq_suspect(&suspicion);
}

static bool calls(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_USE_VDPAU && iq_entry_arg(entry, IQ_ROLE_CALLBACK) >= 0;
}

static bool shares(const struct iq_entry *entry) { return api_of(entry); }

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_function, .apis = IQ_CUDA, .concerns = calls },
    { IQ_ON(END), IQ_PHASE_FAILED, check_other_api, .apis = IQ_CUDA, .concerns = shares },
};
const struct iq_rule_family iq_rules_interop = { "other APIs", subscriptions,
                                                 IQ_COUNT_OF(subscriptions) };

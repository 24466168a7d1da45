/* The toy API as a call's way sees it. */
#include "abi/toy_abi.h"
#include "call/api.h"

static const struct iq_status statuses[] = {
    { TOY_SUCCESS, "TOY_SUCCESS" },
    { TOY_ERROR_WIDGET, "TOY_ERROR_WIDGET" },
    { TOY_ERROR_MEMORY, "TOY_ERROR_MEMORY" },
};

/* It has one code for whatever is wrong with an argument. */
static int64_t answer(const struct iq_call *call, enum iq_answer answer, int arg)
{
    (void)call, (void)answer, (void)arg;
    return TOY_ERROR_WIDGET;
}

static bool is_bad(int64_t result) { return result == TOY_ERROR_WIDGET; }
static bool is_memory_error(int64_t result) { return result == TOY_ERROR_MEMORY; }

const struct iq_api iq_api_toy = {
    .name = "toy",
    .statuses = statuses,
    .status_count = sizeof statuses / sizeof *statuses,
    .refuses_null = true,
    .answer = answer,
    .is_argument_error = is_bad,
    .is_handle_error = is_bad,
    .is_memory_error = is_memory_error,
};

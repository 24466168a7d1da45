#include <stddef.h>

#include "rules/rules.h"

/* clang-format off */
const struct iq_rule_family *const iq_rule_families[] = {
    &iq_rules_context, &iq_rules_deferred, &iq_rules_unchecked, &iq_rules_pointer, &iq_rules_range,
    &iq_rules_pool, &iq_rules_region, &iq_rules_box, &iq_rules_free, &iq_rules_host,
    &iq_rules_cl_memory, &iq_rules_cl_image, &iq_rules_cl_kernel, &iq_rules_cl_program,
    &iq_rules_cl_event, &iq_rules_cl_map, &iq_rules_cl_plain, &iq_rules_cl_lacking,
    &iq_rules_cl_shared, &iq_rules_cl_recording, &iq_rules_cl_argument, &iq_rules_cl_fault,
    &iq_rules_handle, &iq_rules_graph, &iq_rules_graph_memory, &iq_rules_batch, &iq_rules_event,
    &iq_rules_module, &iq_rules_launch, &iq_rules_parameter, &iq_rules_capacity,
    &iq_rules_argument, &iq_rules_legal, &iq_rules_refused, &iq_rules_interop, &iq_rules_order,
    &iq_rules_ipc, &iq_rules_race, &iq_rules_validation, &iq_rules_pending, &iq_rules_vk_codes,
    &iq_rules_vk_misuse, &iq_rules_vk_flaws, &iq_rules_pixels, &iq_rules_machine, &iq_rules_user_object,
    &iq_rules_managed_access, &iq_rules_nccl, &iq_rules_host_function, NULL
};
/* clang-format on */

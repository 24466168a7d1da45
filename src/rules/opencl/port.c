/* What OpenCL's effects ask of the rules besides events. */
#include "api_opencl/port.h"

#include "rules/common/callback_data.h"
#include "rules/opencl/deep.h"
#include "rules/opencl/slack.h"

const struct iq_cl_port iq_cl_port = { .ran_kernels = iq_cl_deep_look,
                                       .are_over = iq_cl_slack_look,
                                       .check_callback = iq_check_callback_data,
                                       .data_freed = iq_callback_data_freed };

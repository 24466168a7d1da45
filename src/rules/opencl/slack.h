/* Kernels on PoCL that write a little past the end of a buffer.  PoCL allocates in units, and the
 * fences (api_opencl/fence.h) begin after the last one: what of it is not the buffer's is filled
 * with a pattern, and looked at when the program has waited, when a buffer ends and when the
 * process does.
 * Owner: core.  Threads: any; of several only one looks. */
#ifndef IQ_RULES_OPENCL_SLACK_H
#define IQ_RULES_OPENCL_SLACK_H

/* Looks at the buffers of all launches since they were last found good and over. */
void iq_cl_slack_look(void);

#endif

/* host-use-after-free: the user data of a function that an API calls back. */
#ifndef IQ_RULES_COMMON_CALLBACK_DATA_H
#define IQ_RULES_COMMON_CALLBACK_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "model/call_ref.h"
#include "process/hostheap.h"

/* As check_callback of struct iq_cl_port. */
bool iq_check_callback_data(const struct iq_call_ref *given, uint64_t data);

/* As data_freed of struct iq_cuda_port and struct iq_cl_port. */
void iq_callback_data_freed(const struct iq_call_ref *given, uint64_t data,
                            const struct iq_hostheap_block *block);

#endif

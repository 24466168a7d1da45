#include "base/counters.h"

__thread struct iq_counters *iq_counters_own __attribute__((tls_model("initial-exec")));
struct iq_counters iq_counters_shared;

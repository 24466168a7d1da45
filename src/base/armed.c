#include "base/armed.h"

uint32_t iq_armed = IQ_ARMED_START;

#include "base/blocks.h"

uint32_t iq_blocks;

#include "vk_world.h"

// options: --validation no
#include "bad_vk_row_length.c"

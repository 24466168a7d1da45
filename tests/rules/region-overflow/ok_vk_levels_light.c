#include "vk_world.h"
// options: --validation no
/* The same without the validation layer. */
#include "ok_vk_levels.c"

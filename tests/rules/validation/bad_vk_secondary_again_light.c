#include "vk_world.h"
// options: --validation no
/* The same without the validation layer. */
#include "bad_vk_secondary_again.c"

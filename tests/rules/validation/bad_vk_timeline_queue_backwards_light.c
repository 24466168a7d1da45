/* Without the validation layer. */
// options: --validation no
#include "bad_vk_timeline_queue_backwards.c"

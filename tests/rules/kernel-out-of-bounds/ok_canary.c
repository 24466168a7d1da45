// options: --canary
/* What a program asks about its memory is answered as without canaries; contexts end, pitches fit, blocks are used to their last byte. */
#include <unistd.h>
#include "test_kernels.h"
#include "asked_memory.h"

int main(void)
{
    size_t lost;
    int wrong = ask_all(&lost);
    return wrong ? wrong : access("/dev/nvidiactl", F_OK) && lost > 16 << 20 ? 6 : 0;     /* a real device is shared with other programs */
}

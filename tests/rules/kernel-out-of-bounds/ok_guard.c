// options: --device-guard
/* What a program asks about its memory is answered as without guards; contexts end, pitches fit, blocks are used to their last byte. */
#include "test_kernels.h"
#include "asked_memory.h"

int main(void)
{
    size_t lost;
    int wrong = ask_all(&lost);
    return wrong ? wrong : lost > 16 << 20 ? 6 : 0;
}

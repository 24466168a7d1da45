/* A library that the user preloads. */
#include <unistd.h>

__attribute__((constructor)) static void tell(void)
{
    if (write(1, "told\n", 5) < 0)
        _exit(1);
}

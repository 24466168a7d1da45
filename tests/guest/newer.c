/* A program that is linked to a function which only a newer driver has. */
#include <stdio.h>

int cuInit(unsigned flags);
int cuFutureCall(int a, int b);

int main(void)
{
    printf("init %d\n", cuInit(0));
    printf("future %d\n", cuFutureCall(1, 2));
    return 0;
}

/* Uses what it has destroyed. */
#include <stdio.h>

#include "libtoy.h"

int main(void)
{
    toy_widget widget;
    toyCreate(&widget);
    toyUse(widget, 3);
    toyDestroy(widget);
    printf("%d\n", toyUse(widget, 1)); /* line 12 */
    return 0;
}

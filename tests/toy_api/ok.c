/* Does what bad.c does in the right order. */
#include "libtoy.h"

int main(void)
{
    toy_widget widget;
    return toyCreate(&widget) || toyUse(widget, 3) || toyUse(widget, 1) || toyDestroy(widget);
}

/* A library of three functions, which inquest is taught to watch. */
#include "libtoy.h"

#include <stddef.h>

struct toy_widget_st {
    int turns, alive;
};

static struct toy_widget_st widgets[8];

toy_status toyCreate(toy_widget *widget)
{
    for (size_t i = 0; i < sizeof widgets / sizeof *widgets; i++)
        if (!widgets[i].alive) {
            widgets[i].alive = 1;
            *widget = &widgets[i];
            return TOY_SUCCESS;
        }
    return TOY_ERROR_MEMORY;
}

toy_status toyUse(toy_widget widget, int turns)
{
    if (!widget || !widget->alive)
        return TOY_ERROR_WIDGET;
    widget->turns += turns;
    return TOY_SUCCESS;
}

toy_status toyDestroy(toy_widget widget)
{
    if (!widget || !widget->alive)
        return TOY_ERROR_WIDGET;
    widget->alive = 0;
    return TOY_SUCCESS;
}

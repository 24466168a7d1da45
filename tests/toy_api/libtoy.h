/* What programs include. */
#ifndef LIBTOY_H
#define LIBTOY_H

typedef struct toy_widget_st *toy_widget;
typedef enum { TOY_SUCCESS, TOY_ERROR_WIDGET, TOY_ERROR_MEMORY } toy_status;

toy_status toyCreate(toy_widget *widget);
toy_status toyUse(toy_widget widget, int turns);
toy_status toyDestroy(toy_widget widget);

#endif

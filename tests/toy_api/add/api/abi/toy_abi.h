/* Types of libtoy. */
#ifndef IQ_ABI_TOY_ABI_H
#define IQ_ABI_TOY_ABI_H

typedef struct toy_widget_st *toy_widget;

typedef enum toy_status_enum {
    TOY_SUCCESS = 0,
    TOY_ERROR_WIDGET = 1,
    TOY_ERROR_MEMORY = 2
} toy_status;

#endif

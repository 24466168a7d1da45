/* Image types and formats of OpenCL: sizes and names.  Stateless; any thread. */
#ifndef IQ_API_OPENCL_FORMAT_H
#define IQ_API_OPENCL_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

/* Names as in the API; NULL: no such number. */
const char *iq_cl_image_type_name(uint32_t type);
const char *iq_cl_order_name(uint32_t order);
const char *iq_cl_channel_name(uint32_t channel);

/* How many coordinates an image of [type] has, layers counted; 0: not an image. */
uint32_t iq_cl_image_dimensions(uint32_t type);

/* Channels of an order; 0: unknown. */
uint32_t iq_cl_channels(uint32_t order);

/* Bytes of an element; 0: unknown. */
uint32_t iq_cl_element_bytes(uint32_t order, uint32_t channel);

/* May the two stand together at all, whatever the device? */
bool iq_cl_format_exists(uint32_t order, uint32_t channel);

#endif

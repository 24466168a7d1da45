// link: checker -lzstd -llz4
/* Line tables of a Python interpreter from arbitrary bytes. */
#include <stddef.h>
#include <stdint.h>

#include "process/python_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    for (int format = IQ_PYTHON_LNOTAB; format <= IQ_PYTHON_LOCATIONS; format++)
        (void)iq_python_line((enum iq_python_lines)format, data + 2, size - 2, data[0], data[1] == 255 ? 1 << 20 : data[1]);
    return 0;
}

// link: instrument ptx
/* Any text: instrument it; what comes out of PTX that is right is right again. */
#include "instrument/instrument.h"
#include "ptx/ptx.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_ptx_module *module = NULL, *again = NULL;
    struct iq_instrumented out;
    const char *text = (const char *)data;
    if (iq_instrument(text, size, IQ_INSTRUMENT_UNINITIALIZED, NULL, 0, &out, NULL))
        return 0;
    if (!iq_ptx_parse(text, size, &(struct iq_ptx_parse_options){ 0 }, &module, NULL) &&
        iq_ptx_parse(out.text, out.size, &(struct iq_ptx_parse_options){ 0 }, &again, NULL))
        abort();
    iq_ptx_module_destroy(module);
    iq_ptx_module_destroy(again);
    iq_instrumented_finish(&out);
    return 0;
}

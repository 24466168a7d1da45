# The software driver and the software runtime.

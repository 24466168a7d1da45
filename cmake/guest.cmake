# The library inside the program, and the audit module.

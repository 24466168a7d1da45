# The launcher.

# For the build: see CMakeLists.txt.
# The oldest version of glibc's dlsym, and the one since 2.34.
set(IQ_ARCH_GLIBC GLIBC_2.17)
# What the interpreter's handlers are compiled for, as in levels.def; the first one runs everywhere.
set(IQ_ARCH_LEVELS neon)
set(IQ_ARCH_OLDER_LEVELS "")

# For the build: see CMakeLists.txt.
# The oldest version of glibc's dlsym, and the one since 2.34.
set(IQ_ARCH_GLIBC GLIBC_2.2.5)
# What the interpreter's handlers are compiled for, as in levels.def; the first one runs everywhere.
set(IQ_ARCH_LEVELS v1 v3 v4)
set(IQ_ARCH_OLDER_LEVELS 1 3)   # numbers of those that are tested besides the best one
set(IQ_ARCH_OPTIONS_v3 -march=x86-64-v3)
set(IQ_ARCH_OPTIONS_v4 -march=x86-64-v4 -mprefer-vector-width=256)

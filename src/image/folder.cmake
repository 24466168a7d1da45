# Decompression.  Static archives where there are: the software driver must not bring libraries into the program.
find_library(IQ_ZSTD NAMES libzstd.a zstd REQUIRED)
find_library(IQ_LZ4 NAMES liblz4.a lz4 REQUIRED)
target_link_libraries(iq_image PUBLIC iq_base ${IQ_ZSTD} ${IQ_LZ4})

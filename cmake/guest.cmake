# The library inside the program, and the audit module.
# Not under a sanitizer: its runtime would have to come before a library that is preloaded, and parts of the guest run before it.
if(IQ_SANITIZE)
  return()
endif()
enable_language(ASM)
file(GLOB guest_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/wrap/*.c ${CMAKE_SOURCE_DIR}/src/wrap/*.S
     ${CMAKE_SOURCE_DIR}/src/arch/${IQ_ARCH}/guest/*.S)

configure_file(${CMAKE_SOURCE_DIR}/src/wrap/guest.map.in ${IQ_GEN_DIR}/guest.map @ONLY)
add_library(guest SHARED ${guest_sources} $<TARGET_OBJECTS:iq_wrappers> $<TARGET_OBJECTS:iq_wrappers_opencl> $<TARGET_OBJECTS:iq_wrappers_vulkan>
            $<TARGET_OBJECTS:iq_wrappers_exported>)
add_dependencies(guest iq_generated)
# Thread-local variables without a call of the dynamic linker; no stack protector or sanitizer, as some of this runs before libc.
target_compile_options(guest PRIVATE -ftls-model=initial-exec -fno-stack-protector)
set_target_properties(guest PROPERTIES OUTPUT_NAME cuda SOVERSION 1 LIBRARY_OUTPUT_DIRECTORY ${IQ_LIB_DIR}
                                       LINK_DEPENDS ${IQ_GEN_DIR}/guest.map)
target_link_libraries(guest PRIVATE iq_instrument iq_ptx iq_checker -Wl,-Bstatic -lzstd -llz4 -Wl,-Bdynamic)
target_link_options(guest PRIVATE -static-libgcc -Wl,-z,nodelete -Wl,-z,now -Wl,-z,defs -Wl,-Bsymbolic -Wl,--hash-style=both
                    -Wl,--exclude-libs,ALL -Wl,--gc-sections -Wl,--version-script=${IQ_GEN_DIR}/guest.map)

# The text that runs in Python programs is part of the guest.
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/wrap/python_pools.S PROPERTIES
                            COMPILE_DEFINITIONS "IQ_PYTHON_POOLS=\"${CMAKE_SOURCE_DIR}/src/wrap/python_pools.py\""
                            OBJECT_DEPENDS ${CMAKE_SOURCE_DIR}/src/wrap/python_pools.py)

# The loader of Vulkan finds the guest by this manifest, wherever the folder is.
configure_file(${CMAKE_SOURCE_DIR}/src/wrap/vulkan_layer.json ${IQ_LIB_DIR}/VkLayer_inquest.json COPYONLY)

add_library(audit SHARED ${CMAKE_SOURCE_DIR}/src/audit/audit.c)
target_compile_options(audit PRIVATE -ffreestanding -fno-stack-protector -fno-builtin)
set_target_properties(audit PROPERTIES OUTPUT_NAME inquest-audit LIBRARY_OUTPUT_DIRECTORY ${IQ_LIB_DIR})
target_link_options(audit PRIVATE -nostdlib -nostartfiles -Wl,-z,now -Wl,--hash-style=both)

# The software driver and the software runtime.
file(GLOB softdev_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/softdev/*.c)
if(softdev_sources)
  add_library(iq_softcode OBJECT ${softdev_sources})
  add_dependencies(iq_softcode iq_generated)
  add_library(softdev SHARED $<TARGET_OBJECTS:iq_softcode> $<TARGET_OBJECTS:iq_stubs_cuda>)
  set_target_properties(softdev PROPERTIES OUTPUT_NAME cuda SOVERSION 1 LIBRARY_OUTPUT_DIRECTORY ${IQ_LIB_DIR}/soft)
  target_link_libraries(softdev PRIVATE iq_ptx iq_image iq_base Threads::Threads m -Wl,-Bstatic -lzstd -llz4 -Wl,-Bdynamic)
  target_link_options(softdev PRIVATE -Wl,-z,defs -Wl,-z,nodelete -Wl,-Bsymbolic -Wl,--exclude-libs,ALL -Wl,--gc-sections
                      -Wl,--version-script=${IQ_GEN_DIR}/soft_cuda.map)
endif()

# The launcher.  It links its libraries statically where an archive exists, so that the installed tree needs glibc only.
file(GLOB rule_pages CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/docs/rules/*.md)
add_custom_command(OUTPUT ${IQ_GEN_DIR}/rule_docs.c
  COMMAND ${CMAKE_COMMAND} -E make_directory ${IQ_GEN_DIR}
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/embed-rules ${IQ_GEN_DIR}/rule_docs.c ${rule_pages}
  DEPENDS ${CMAKE_SOURCE_DIR}/tools/embed-rules ${rule_pages} VERBATIM)
set(page_sources ${CMAKE_SOURCE_DIR}/src/report/page/page.css ${CMAKE_SOURCE_DIR}/src/report/page/page.js)
add_custom_command(OUTPUT ${IQ_GEN_DIR}/page.c
  COMMAND ${CMAKE_COMMAND} -E make_directory ${IQ_GEN_DIR}
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/embed-page ${IQ_GEN_DIR}/page.c ${page_sources}
  DEPENDS ${CMAKE_SOURCE_DIR}/tools/embed-page ${page_sources} VERBATIM)
target_sources(iq_report PRIVATE ${IQ_GEN_DIR}/page.c)

# First the archive, then the shared library; an optional one may be missing.
function(iq_find_library variable name)
  find_library(${variable} NAMES lib${name}.a ${name})
  set(${variable} ${${variable}} PARENT_SCOPE)
endfunction()
foreach(library dw elf jansson z lzma bz2 zstd lz4)
  iq_find_library(IQ_LIB_${library} ${library})
endforeach()
foreach(library dw elf jansson)
  if(NOT IQ_LIB_${library})
    message(FATAL_ERROR "lib${library} not found: install lib${library}-dev (make demo does)")
  endif()
endforeach()
set(IQ_DWARF_LIBRARIES ${IQ_LIB_dw} ${IQ_LIB_elf})
foreach(library zstd lzma bz2 z)
  if(IQ_LIB_${library})
    list(APPEND IQ_DWARF_LIBRARIES ${IQ_LIB_${library}})
  endif()
endforeach()
target_link_libraries(iq_report PUBLIC iq_reproduce iq_trace iq_base ${IQ_LIB_jansson} ${IQ_DWARF_LIBRARIES} ${CMAKE_DL_LIBS})

file(GLOB cli_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/cli/*.c)
add_executable(inquest ${cli_sources} ${IQ_GEN_DIR}/rule_docs.c)
target_link_libraries(inquest PRIVATE iq_report iq_reproduce iq_trace iq_image iq_base ${IQ_LIB_zstd} ${IQ_LIB_lz4} ${IQ_DWARF_LIBRARIES} Threads::Threads m)
# gdb's commands lie beside the launcher as in an installed tree.
configure_file(${CMAKE_SOURCE_DIR}/src/gdb/inquest.py ${CMAKE_BINARY_DIR}/share/inquest/gdb/inquest.py COPYONLY)
if(IQ_TESTS)
  include(${CMAKE_SOURCE_DIR}/tests/cli/tests.cmake)
endif()

target_link_libraries(iq_core PUBLIC iq_trace iq_rules iq_base)
add_dependencies(iq_core iq_generated)
# Two words that are stored one by one and read back as a vector wait until both have left the store buffer.
target_compile_options(iq_core PRIVATE -fno-tree-slp-vectorize)
# Cost of one intercepted call without any driver: ninja call_cost && bin/call_cost
add_executable(call_cost EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/bench/call_cost.c)
target_link_libraries(call_cost PRIVATE iq_rules iq_core iq_trace iq_image iq_entries iq_rules iq_core iq_trace iq_base Threads::Threads m)

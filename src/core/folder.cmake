target_link_libraries(iq_core PUBLIC iq_trace iq_rules iq_base)
add_dependencies(iq_core iq_generated)

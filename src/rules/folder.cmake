target_link_libraries(iq_rules PUBLIC iq_core iq_image iq_base)

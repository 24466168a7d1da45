# The table of all functions, from api/.
set_source_files_properties(${IQ_GEN_DIR}/iq_signatures.c PROPERTIES GENERATED ON)
target_sources(iq_reproduce PRIVATE ${IQ_GEN_DIR}/iq_signatures.c)
target_link_libraries(iq_reproduce PUBLIC iq_trace iq_base)

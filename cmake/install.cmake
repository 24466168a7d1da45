# make install: a relocatable tree.  bin/inquest finds lib/inquest beside itself.
include(GNUInstallDirs)
set_target_properties(inquest PROPERTIES INSTALL_RPATH "")
install(TARGETS inquest RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# lib/inquest as it was built: the guest, the audit module, the software device.  Links stay links.
install(DIRECTORY ${IQ_LIB_DIR}/ DESTINATION lib/inquest USE_SOURCE_PERMISSIONS PATTERN "*.a" EXCLUDE)
install(FILES ${CMAKE_SOURCE_DIR}/include/inquest.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${CMAKE_SOURCE_DIR}/src/gdb/inquest.py DESTINATION share/inquest/gdb)
install(FILES ${CMAKE_SOURCE_DIR}/docs/man/inquest.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${CMAKE_SOURCE_DIR}/src/cli/completion/inquest.bash DESTINATION share/bash-completion/completions RENAME inquest)
install(FILES ${CMAKE_SOURCE_DIR}/src/cli/completion/_inquest DESTINATION share/zsh/site-functions)
install(FILES ${CMAKE_SOURCE_DIR}/src/cli/completion/inquest.fish DESTINATION share/fish/vendor_completions.d)
install(FILES ${CMAKE_SOURCE_DIR}/docs/report.schema.json DESTINATION share/doc/inquest)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/ DESTINATION share/doc/inquest FILES_MATCHING PATTERN "*.md" PATTERN adr EXCLUDE
        PATTERN howto EXCLUDE PATTERN man EXCLUDE)
# find_package(inquest) of projects whose tests run under it.
include(CMakePackageConfigHelpers)
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/inquestConfig.cmake.in ${CMAKE_BINARY_DIR}/inquestConfig.cmake
                              INSTALL_DESTINATION lib/cmake/inquest PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/inquestConfigVersion.cmake VERSION ${PROJECT_VERSION} COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/inquestConfig.cmake ${CMAKE_BINARY_DIR}/inquestConfigVersion.cmake DESTINATION lib/cmake/inquest)

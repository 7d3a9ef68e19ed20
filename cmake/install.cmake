# Installed: headers, both libraries, find_package(trnfft) and pkg-config files.
include(CMakePackageConfigHelpers)
set(trnfft_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/trnfft)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/trnfft
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS trnfft_shared trnfft_static EXPORT trnfft-targets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT trnfft-targets NAMESPACE trnfft:: DESTINATION ${trnfft_package_dir})

configure_package_config_file(cmake/trnfft-config.cmake.in trnfft-config.cmake
    INSTALL_DESTINATION ${trnfft_package_dir})
write_basic_package_version_file(trnfft-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/trnfft-config.cmake
              ${PROJECT_BINARY_DIR}/trnfft-config-version.cmake
        DESTINATION ${trnfft_package_dir})

# The prefix is found from the place of trnfft.pc, so that the tree can be moved.
file(RELATIVE_PATH trnfft_pc_prefix "/p/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/p")
string(REGEX REPLACE "/$" "" trnfft_pc_prefix "${trnfft_pc_prefix}")
configure_file(cmake/trnfft.pc.in trnfft.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/trnfft.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

file(GLOB trnfft_manuals CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/trnfft/*.1
                                           ${PROJECT_SOURCE_DIR}/docs/man/*.1)
if(TRNFFT_BUILD_TOOLS AND trnfft_manuals)
    install(FILES ${trnfft_manuals} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)

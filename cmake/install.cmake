# `cmake --install` puts the program, the headers and the libraries where find_package(playout) finds them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(rooms GLOBAL PROPERTY PLAYOUT_ROOMS)
install(TARGETS ${rooms} EXPORT playoutTargets FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS playout_cli)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/playout)
install(EXPORT playoutTargets NAMESPACE playout:: DESTINATION ${package_folder})
file(WRITE ${PROJECT_BINARY_DIR}/playoutConfig.cmake [[
include(CMakeFindDependencyMacro)
find_dependency(fmt)
find_dependency(nlohmann_json)
find_dependency(tsl-robin-map)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/playoutTargets.cmake)
]])
write_basic_package_version_file(${PROJECT_BINARY_DIR}/playoutConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/playoutConfig.cmake ${PROJECT_BINARY_DIR}/playoutConfigVersion.cmake
        DESTINATION ${package_folder})

# The sources are those that this file is in. A registry needs an archive with its checksum in their place.
get_filename_component(SOURCE_PATH ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS FEATURES collections SUBINTENT_COLLECTIONS)
vcpkg_cmake_configure(
  SOURCE_PATH ${SOURCE_PATH}
  OPTIONS ${FEATURE_OPTIONS} -DBUILD_TESTING=OFF -DSUBINTENT_PROGRAM=OFF -DSUBINTENT_PYTHON=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/subintent)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/debug/include ${CURRENT_PACKAGES_DIR}/debug/share)
vcpkg_install_copyright(FILE_LIST ${SOURCE_PATH}/LICENSE)

# A library of others: the target to link, and how its headers begin. Tests and benchmarks may use all of them
# (subintent_third_parties).
add_library(subintent_third_parties INTERFACE)
function(subintent_third_party name)
  cmake_parse_arguments(LIB "HEADER_ONLY;PROGRAM_ONLY;PYTHON_ONLY;COLLECTIONS_ONLY" "" "TARGET;HEADERS;PKGCONFIG" ${ARGN})
  set_property(GLOBAL PROPERTY SUBINTENT_THIRD_PARTY_${name} ${LIB_TARGET})
  if(LIB_PYTHON_ONLY OR (LIB_COLLECTIONS_ONLY AND NOT SUBINTENT_COLLECTIONS) OR (LIB_PROGRAM_ONLY AND NOT SUBINTENT_PROGRAM))
    return()
  endif()
  target_link_libraries(subintent_third_parties INTERFACE ${LIB_TARGET})
  if(NOT LIB_HEADER_ONLY AND NOT LIB_PROGRAM_ONLY)
    set_property(GLOBAL APPEND PROPERTY SUBINTENT_LINKED ${LIB_TARGET})
    set_property(GLOBAL APPEND PROPERTY SUBINTENT_PKGCONFIG ${LIB_PKGCONFIG})
  endif()
endfunction()

# Headers of the standard library and of fmt that are parsed once for all rooms with fmt, and files of a room that are compiled
# together: parsing takes longer than all else that most files need. It makes builds faster and nothing more: every file includes what
# it uses. Builds with a launcher such as ccache, for which many files would change with one, do without, and so does the preset debug,
# which shows an include that is missing.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(together OFF)
else()
  set(together ON)
endif()
option(SUBINTENT_TOGETHER "Compile several files of a room at once, and headers beforehand" ${together})
set(CMAKE_UNITY_BUILD ${SUBINTENT_TOGETHER})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 32)
if(SUBINTENT_TOGETHER)  # of what stands in two files
  add_compile_options(-Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # GCC looks for memory that it can use again less often: an eighth of its time
    add_compile_options(--param=ggc-min-heapsize=600000)
  endif()
endif()
function(subintent_precompiled_headers)
  if(NOT SUBINTENT_TOGETHER OR CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # What std::char_traits turns off by pragmas, which precompiled headers forget.
    add_compile_options(-Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
    # Of the values of std::optional that are read only where they are there, which -Oz does not see (gcc.gnu.org/PR80635).
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
  set(empty ${PROJECT_BINARY_DIR}/generated/precompiled.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "")
  get_property(fmt GLOBAL PROPERTY SUBINTENT_THIRD_PARTY_fmt)
  foreach(target subintent_precompiled subintent_precompiled_small)
    add_library(${target} OBJECT ${empty})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(${target} PRIVATE ${fmt})
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endforeach()
  subintent_small(subintent_precompiled_small)
endfunction()

# Code that takes no time is as small as it can be, and sooner compiled.
function(subintent_small target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Oz>)
endfunction()

# What nobody calls is left out of a program, and functions and texts that are the same are there once, where the linker can.
include(CheckLinkerFlag)
check_linker_flag(CXX "-Wl,--gc-sections" SUBINTENT_LEAVES_OUT)
check_linker_flag(CXX "-fuse-ld=gold;-Wl,--icf=safe" SUBINTENT_FOLDS)
function(subintent_fold target)
  if(SUBINTENT_LEAVES_OUT)
    target_link_options(${target} PRIVATE $<$<CONFIG:Release>:-Wl,--gc-sections>)
  endif()
  if(SUBINTENT_FOLDS)
    target_link_options(${target} PRIVATE $<$<CONFIG:Release>:-fuse-ld=gold> $<$<CONFIG:Release>:-Wl,--icf=safe>
                                          $<$<CONFIG:Release>:-Wl,-O2>)
  endif()
endfunction()

# A room is a folder: one static library of its *.cpp files. A sub-room is a folder in a room, and a library of its own.
#
# Headers are included as "room/header.h". That works only for rooms that are linked, because each room's include path holds
# nothing but that room: an include against the direction of the data does not build. Third-party libraries are the room's own
# business: nobody gets them with it. A room that is SMALL has no loops that take time; of one with FAST files these alone have,
# but for their functions that are [[gnu::cold]].
function(subintent_room room)
  cmake_parse_arguments(ROOM "SMALL" "" "USES;LIBRARIES;FAST" ${ARGN})
  subintent_target(target ${room})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${room}/*.cpp)
  get_filename_component(parent include/${target}/${room} DIRECTORY)
  set(path ${PROJECT_BINARY_DIR}/include/${target})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/${parent})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${room} ${path}/${room} SYMBOLIC)
  list(TRANSFORM ROOM_FAST PREPEND ${PROJECT_SOURCE_DIR}/${room}/)
  list(TRANSFORM ROOM_FAST APPEND .cpp)
  list(REMOVE_ITEM sources ${ROOM_FAST})
  add_library(${target} STATIC ${sources})
  subintent_room_part(${target})
  if(ROOM_FAST)
    add_library(${target}_fast OBJECT ${ROOM_FAST})
    subintent_room_part(${target}_fast)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_fast>)
  endif()
  set_property(GLOBAL APPEND PROPERTY SUBINTENT_ROOMS ${room})
endfunction()

# All files of a room, or those that are FAST.
macro(subintent_room_part part)
  set_target_properties(${part} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  set(portable ${sources} ${ROOM_FAST})  # kernels, whose loops each file has for itself
  list(FILTER portable INCLUDE REGEX "_portable\\.cpp$")
  set_source_files_properties(${portable} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_include_directories(${part} PUBLIC ${path} ${PROJECT_SOURCE_DIR}/engine/include ${PROJECT_BINARY_DIR}/generated/include)
  foreach(used IN LISTS ROOM_USES)
    subintent_target(used ${used})
    target_link_libraries(${part} PUBLIC ${used})
  endforeach()
  foreach(library IN LISTS ROOM_LIBRARIES)
    get_property(linked GLOBAL PROPERTY SUBINTENT_THIRD_PARTY_${library})
    target_link_libraries(${part} PRIVATE ${linked})
  endforeach()
  set(precompiled subintent_precompiled)
  if(ROOM_SMALL OR (ROOM_FAST AND NOT "${part}" MATCHES "_fast$"))
    subintent_small(${part})
    set(precompiled subintent_precompiled_small)
  endif()
  if(TARGET ${precompiled} AND fmt IN_LIST ROOM_LIBRARIES)
    target_precompile_headers(${part} REUSE_FROM ${precompiled})
  endif()
endmacro()

# The target of a room: subintent_tokenize_terms of tokenize/terms.
function(subintent_target variable room)
  string(REPLACE "/" "_" name ${room})
  set(${variable} subintent_${name} PARENT_SCOPE)
endfunction()

# A list for the C++ code of a target: each word of it becomes a line MACRO(word) of the generated file macro_list.inc.
function(subintent_list target macro)
  string(TOLOWER ${macro}_list.inc file)
  list(TRANSFORM ARGN REPLACE "(.+)" "${macro}(\\1)" OUTPUT_VARIABLE lines)
  list(JOIN lines "\n" lines)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${target}/${file} CONTENT "${lines}\n" @ONLY)
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated/${target})
endfunction()

# A text file of a room as a constant of its code: `variable`, declared as a std::string_view in `header`.
function(subintent_embed room file header variable)
  subintent_target(target ${room})
  file(READ ${PROJECT_SOURCE_DIR}/${room}/${file} text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${room}/${file})
  set(code ${PROJECT_BINARY_DIR}/generated/${target}/${file}.cpp)
  file(CONFIGURE OUTPUT ${code} @ONLY CONTENT "#include \"${header}\"

namespace subintent::internal {
const std::string_view ${variable} = R\"file(${text})file\";
}
")
  target_sources(${target} PRIVATE ${code})
endfunction()

# Each FILE.EXT of a folder in a room, by name: a vector of pairs of names, without EXT, and texts.
function(subintent_embed_folder room folder extension header variable)
  subintent_target(target ${room})
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${room}/${folder}/*.${extension})
  list(SORT files)
  set(pairs)
  foreach(file ${files})
    file(READ ${file} text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME_WE)
    string(APPEND pairs "    {\"${name}\", R\"file(${text})file\"},\n")
  endforeach()
  set(code ${PROJECT_BINARY_DIR}/generated/${target}/${folder}.cpp)
  file(CONFIGURE OUTPUT ${code} @ONLY CONTENT "#include \"${header}\"

namespace subintent::internal {
const std::vector<std::pair<std::string_view, std::string_view>> ${variable} = {
${pairs}};
}
")
  target_sources(${target} PRIVATE ${code})
endfunction()

# The library subintent::subintent: all rooms, with the headers of engine/include and the files by which CMake
# and pkg-config find it.
function(subintent_library)
  get_property(rooms GLOBAL PROPERTY SUBINTENT_ROOMS)
  get_property(linked GLOBAL PROPERTY SUBINTENT_LINKED)
  add_library(subintent_library)
  foreach(room IN LISTS rooms)
    subintent_target(target ${room})
    target_sources(subintent_library PRIVATE $<TARGET_OBJECTS:${target}>)
    if(TARGET ${target}_fast)
      target_sources(subintent_library PRIVATE $<TARGET_OBJECTS:${target}_fast>)
    endif()
  endforeach()
  add_library(subintent::subintent ALIAS subintent_library)
  set_target_properties(subintent_library PROPERTIES OUTPUT_NAME subintent EXPORT_NAME subintent LINKER_LANGUAGE CXX
                        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(subintent_library PUBLIC cxx_std_20)
  target_include_directories(subintent_library PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/engine/include>
                                                      $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated/include>
                                                      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(subintent_library PRIVATE ${linked} Threads::Threads)
  if(NOT SUBINTENT_INSTALL)
    return()
  endif()

  include(CMakePackageConfigHelpers)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/subintent)
  install(TARGETS subintent_library EXPORT subintent)
  install(DIRECTORY engine/include/subintent ${PROJECT_BINARY_DIR}/generated/include/subintent
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT subintent NAMESPACE subintent:: FILE subintentTargets.cmake DESTINATION ${package})
  configure_package_config_file(tools/cmake/subintentConfig.cmake.in subintentConfig.cmake INSTALL_DESTINATION ${package})
  write_basic_package_version_file(subintentConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/subintentConfig.cmake ${PROJECT_BINARY_DIR}/subintentConfigVersion.cmake
                tools/cmake/dependencies.cmake DESTINATION ${package})

  # What a static library calls has to be linked with it.
  if(NOT BUILD_SHARED_LIBS)
    get_property(modules GLOBAL PROPERTY SUBINTENT_PKGCONFIG)
    list(JOIN modules " " SUBINTENT_REQUIRES)
    set(SUBINTENT_LIBS "-lstemmer -pthread")
  endif()
  file(RELATIVE_PATH SUBINTENT_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" SUBINTENT_PREFIX ${SUBINTENT_PREFIX})
  configure_file(tools/cmake/subintent.pc.in subintent.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/subintent.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

# The commands, into SUBINTENT_COMMANDS: every file program/commands/NAME.cpp, those in `first` before the others. A file with
# an underscore in its name is not a command but part of one.
function(subintent_commands first)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/program/commands ${PROJECT_SOURCE_DIR}/program/commands/*.cpp)
  list(FILTER files EXCLUDE REGEX "_")
  list(TRANSFORM files REPLACE "\\.cpp$" "" OUTPUT_VARIABLE commands)
  foreach(name IN LISTS first)
    if(NOT name IN_LIST commands)
      message(FATAL_ERROR "The command ${name} has no file program/commands/${name}.cpp")
    endif()
  endforeach()
  set(commands ${first} ${commands})
  list(REMOVE_DUPLICATES commands)
  set(SUBINTENT_COMMANDS ${commands} PARENT_SCOPE)
endfunction()

# Where `target`, which is installed in `folder`, finds the shared library under any prefix.
function(subintent_find_library target folder)
  if(BUILD_SHARED_LIBS AND NOT DEFINED CMAKE_INSTALL_RPATH)
    file(RELATIVE_PATH libraries /${folder} /${CMAKE_INSTALL_LIBDIR})
    set_target_properties(${target} PROPERTIES INSTALL_RPATH "$<IF:$<PLATFORM_ID:Darwin>,@loader_path,$ORIGIN>/${libraries}")
  endif()
endfunction()

# The program: program/, with every command of SUBINTENT_COMMANDS. It sees the public headers and no room, and is linked with the
# library alone.
function(subintent_program)
  cmake_parse_arguments(PROGRAM "" "" "LIBRARIES" ${ARGN})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/cli)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/program ${PROJECT_BINARY_DIR}/include/cli/program SYMBOLIC)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/program/*.cpp)
  add_executable(subintent ${sources})
  target_include_directories(subintent PRIVATE ${PROJECT_BINARY_DIR}/include/cli)
  set(registrations)
  foreach(name IN LISTS SUBINTENT_COMMANDS)
    string(REPLACE "-" "_" function setup_${name})
    list(APPEND registrations "${name}, ${function}")
  endforeach()
  subintent_list(subintent SUBINTENT_COMMAND ${registrations})
  set(commit ${PROJECT_BINARY_DIR}/generated/subintent/commit.inc)
  add_custom_target(subintent_commit BYPRODUCTS ${commit}
                    COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D OUTPUT=${commit}
                            -P ${PROJECT_SOURCE_DIR}/tools/cmake/git_version.cmake)
  add_dependencies(subintent subintent_commit)
  subintent_small(subintent)
  target_link_options(subintent PRIVATE $<$<CONFIG:Release>:-s>)
  subintent_fold(subintent)
  if(TARGET subintent_precompiled)  # anew, since those of the rooms are for position-independent code
    target_precompile_headers(subintent PRIVATE $<TARGET_PROPERTY:subintent_precompiled,PRECOMPILE_HEADERS>)
  endif()
  target_link_libraries(subintent PRIVATE subintent::subintent)
  foreach(library IN LISTS PROGRAM_LIBRARIES)
    get_property(linked GLOBAL PROPERTY SUBINTENT_THIRD_PARTY_${library})
    target_link_libraries(subintent PRIVATE ${linked})
  endforeach()

  file(RELATIVE_PATH documents /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_DOCDIR})
  file(RELATIVE_PATH man_pages /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_MANDIR}/man1)
  set_source_files_properties(program/help_text.cpp PROPERTIES COMPILE_DEFINITIONS
    "SUBINTENT_DOCUMENTS_FROM_PROGRAM=\"${documents}\";SUBINTENT_MAN_PAGES_FROM_PROGRAM=\"${man_pages}\"")
  if(NOT SUBINTENT_INSTALL)
    return()
  endif()
  subintent_find_library(subintent ${CMAKE_INSTALL_BINDIR})
  install(TARGETS subintent COMPONENT program)
  install(FILES program/completions/subintent.bash RENAME subintent
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES program/completions/_subintent DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES program/completions/subintent.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  # As in the source, so that the links between the pages hold and what the pages try out is there.
  # What only makes pages of them is left out: the site and the reference.
  install(DIRECTORY docs data DESTINATION ${CMAKE_INSTALL_DOCDIR} USE_SOURCE_PERMISSIONS
          PATTERN "__pycache__" EXCLUDE PATTERN ".gitattributes" EXCLUDE
          REGEX "/docs/site$" EXCLUDE PATTERN "Doxyfile" EXCLUDE)
  # Files alone: folders without any would stay behind.
  file(GLOB pages RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS tools/bench/*/*.md)
  foreach(page IN LISTS pages)
    cmake_path(GET page PARENT_PATH folder)
    install(FILES ${page} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
  endforeach()
  install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endfunction()

# The Python package subintent: its files and the extension subintent/_core, side by side in the build folder as they are
# installed. `PYTHONPATH=build/release/python python3` uses it where it was built.
function(subintent_python)
  set(PYBIND11_FINDPYTHON ON)
  find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module)
  if(Python_FOUND)
    find_package(pybind11 2.9 QUIET CONFIG)
  endif()
  if(NOT pybind11_FOUND)
    if(SUBINTENT_REQUIRE_TESTS OR SUBINTENT_PYTHON STREQUAL "REQUIRED")
      message(FATAL_ERROR "The Python package needs the headers of Python 3.9 or newer and pybind11 2.9 or newer; on Debian or Ubuntu: "
                          "apt-get install python3-dev pybind11-dev")
    endif()
    message(STATUS "No Python package: it needs Python's headers and pybind11")
    add_custom_target(python COMMENT "No Python package: it needs Python's headers and pybind11")
    return()
  endif()

  set(package ${PROJECT_BINARY_DIR}/python/subintent)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/*.cpp)
  set(folder ${PROJECT_SOURCE_DIR}/python/subintent)
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*.py ${folder}/*.pyi ${folder}/py.typed)
  pybind11_add_module(subintent_python NO_EXTRAS ${sources})
  target_link_libraries(subintent_python PRIVATE subintent::subintent)
  string(REPLACE "-dev" ".dev0" version ${SUBINTENT_VERSION})  # as Python writes it
  target_compile_definitions(subintent_python PRIVATE SUBINTENT_PYTHON_VERSION="${version}")
  if(NOT APPLE)  # nothing but the function that Python calls
    set(shown ${PROJECT_BINARY_DIR}/generated/python.map)
    file(CONFIGURE OUTPUT ${shown} CONTENT [[{ global: PyInit_*; local: *; };
]] @ONLY)
    target_link_options(subintent_python PRIVATE -Wl,--version-script=${shown})
  endif()
  subintent_small(subintent_python)  # but for walking over values that may be many
  set_property(SOURCE python/values.cpp python/judgment_values.cpp python/run_values.cpp
               PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
  if(SUBINTENT_STATIC)  # the map says what is in it, for tools/packaging/licences.py
    target_link_options(subintent_python PRIVATE -static-libstdc++ -static-libgcc -Wl,-Map=${PROJECT_BINARY_DIR}/python.linked)
    subintent_fold(subintent_python)
  endif()
  set_target_properties(subintent_python PROPERTIES OUTPUT_NAME _core LIBRARY_OUTPUT_DIRECTORY ${package})
  file(MAKE_DIRECTORY ${package})
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME)
    file(CREATE_LINK ${file} ${package}/${name} SYMBOLIC)
  endforeach()
  if(NOT CMAKE_CROSSCOMPILING AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")  # types of analyses for editors; the module has to run
    add_custom_command(TARGET subintent_python POST_BUILD VERBATIM
                       COMMAND ${Python_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tools/cmake/make_stubs.py ${package})
  endif()
  add_custom_target(python DEPENDS subintent_python)
  # By this file importlib.metadata and pip know the package.
  set(metadata ${PROJECT_BINARY_DIR}/python/subintent-${version}.dist-info)
  file(GLOB outdated ${PROJECT_BINARY_DIR}/python/subintent-*.dist-info)
  if(outdated)  # of other versions
    file(REMOVE_RECURSE ${outdated})
  endif()
  file(CONFIGURE OUTPUT ${metadata}/METADATA CONTENT "Metadata-Version: 2.1
Name: subintent
Version: ${version}
Summary: ${PROJECT_DESCRIPTION}
License: Apache-2.0
Requires-Python: >=3.9
Requires-Dist: numpy
" @ONLY)
  set(SUBINTENT_PYTHON_EXECUTABLE ${Python_EXECUTABLE} PARENT_SCOPE)

  set(SUBINTENT_PYTHON_DIR "" CACHE STRING "Where the Python package is installed, below the prefix; empty: where Python looks")
  if(SUBINTENT_INSTALL)
    set(site lib/python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}/site-packages)
    subintent_find_library(subintent_python ${site}/subintent)
    set(packages "${SUBINTENT_PYTHON_DIR}")
    if(NOT packages)  # Python is asked when the prefix is known: Debian's looks into other folders below /usr than below a home
      set(packages "\${subintent_packages}")
      install(CODE "execute_process(COMMAND \"${Python_EXECUTABLE}\" \"${PROJECT_SOURCE_DIR}/tools/cmake/python_folder.py\" \"\${CMAKE_INSTALL_PREFIX}\" ${site}
        OUTPUT_VARIABLE subintent_packages OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)" COMPONENT python)
    endif()
    install(FILES ${files} DESTINATION ${packages}/subintent COMPONENT python)
    install(FILES ${package}/_analysis_functions.pyi DESTINATION ${packages}/subintent COMPONENT python OPTIONAL)
    install(DIRECTORY ${metadata} DESTINATION ${packages} COMPONENT python)
    install(TARGETS subintent_python LIBRARY DESTINATION ${packages}/subintent COMPONENT python)
  endif()
endfunction()

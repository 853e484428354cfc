# A library of others: the target to link, and how its headers begin. Tests and benchmarks may use all of them
# (subintent_third_parties).
add_library(subintent_third_parties INTERFACE)
function(subintent_third_party name)
  cmake_parse_arguments(LIB "HEADER_ONLY;PROGRAM_ONLY" "" "TARGET;HEADERS;PKGCONFIG" ${ARGN})
  target_link_libraries(subintent_third_parties INTERFACE ${LIB_TARGET})
  if(NOT LIB_HEADER_ONLY AND NOT LIB_PROGRAM_ONLY)
    set_property(GLOBAL APPEND PROPERTY SUBINTENT_LINKED ${LIB_TARGET})
    set_property(GLOBAL APPEND PROPERTY SUBINTENT_PKGCONFIG ${LIB_PKGCONFIG})
  endif()
  set_property(GLOBAL PROPERTY SUBINTENT_THIRD_PARTY_${name} ${LIB_TARGET})
endfunction()

# A room is a folder: one static library of its *.cpp files. A sub-room is a folder in a room, and a library of its own.
#
# Headers are included as "room/header.h". That works only for rooms that are linked, because each room's include path holds
# nothing but that room: an include against the direction of the data does not build. Libraries of others are the room's own
# business: nobody gets them with it.
function(subintent_room room)
  cmake_parse_arguments(ROOM "" "" "USES;LIBRARIES" ${ARGN})
  subintent_target(target ${room})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${room}/*.cpp)
  get_filename_component(parent include/${target}/${room} DIRECTORY)
  set(path ${PROJECT_BINARY_DIR}/include/${target})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/${parent})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${room} ${path}/${room} SYMBOLIC)
  add_library(${target} STATIC ${sources})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${target} PUBLIC ${path} ${PROJECT_SOURCE_DIR}/include)
  foreach(used IN LISTS ROOM_USES)
    subintent_target(used ${used})
    target_link_libraries(${target} PUBLIC ${used})
  endforeach()
  foreach(library IN LISTS ROOM_LIBRARIES)
    get_property(linked GLOBAL PROPERTY SUBINTENT_THIRD_PARTY_${library})
    target_link_libraries(${target} PRIVATE ${linked})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY SUBINTENT_ROOMS ${room})
endfunction()

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

# The kernels that are compiled for an instruction set; the program chooses among them when it runs
# (support/instruction_set.h).
function(subintent_instruction_sets)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # GCC 12 warns inside its own header of AVX-512 intrinsics
      set(quiet "-Wno-uninitialized;-Wno-maybe-uninitialized")
    endif()
    set_source_files_properties(cluster/hamming_popcnt.cpp PROPERTIES COMPILE_OPTIONS "-mpopcnt")
    set_source_files_properties(cluster/hamming_avx2.cpp PROPERTIES COMPILE_OPTIONS "-mavx2;-mpopcnt")
    set_source_files_properties(cluster/hamming_avx512bw.cpp PROPERTIES
                                COMPILE_OPTIONS "-mavx512f;-mavx512bw;-mpopcnt;${quiet}")
    set_source_files_properties(cluster/hamming_avx512.cpp PROPERTIES
                                COMPILE_OPTIONS "-mavx512f;-mavx512vpopcntdq;-mpopcnt;${quiet}")
    set_source_files_properties(compare/kernel_avx2.cpp PROPERTIES COMPILE_OPTIONS "-mavx2")
    set_source_files_properties(compare/kernel_avx512.cpp PROPERTIES COMPILE_OPTIONS "-mavx512f;${quiet}")
  endif()
endfunction()

# The library subintent::subintent: all rooms, with the headers of include/subintent and the files by which CMake
# and pkg-config find it.
function(subintent_library)
  get_property(rooms GLOBAL PROPERTY SUBINTENT_ROOMS)
  get_property(linked GLOBAL PROPERTY SUBINTENT_LINKED)
  add_library(subintent_library)
  foreach(room IN LISTS rooms)
    subintent_target(target ${room})
    target_sources(subintent_library PRIVATE $<TARGET_OBJECTS:${target}>)
  endforeach()
  add_library(subintent::subintent ALIAS subintent_library)
  set_target_properties(subintent_library PROPERTIES OUTPUT_NAME subintent EXPORT_NAME subintent LINKER_LANGUAGE CXX
                        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(subintent_library PUBLIC cxx_std_20)
  target_include_directories(subintent_library PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(subintent_library PRIVATE ${linked} Threads::Threads)
  if(NOT SUBINTENT_INSTALL)
    return()
  endif()

  include(CMakePackageConfigHelpers)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/subintent)
  install(TARGETS subintent_library EXPORT subintent)
  install(DIRECTORY include/subintent DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT subintent NAMESPACE subintent:: FILE subintentTargets.cmake DESTINATION ${package})
  configure_package_config_file(cmake/subintentConfig.cmake.in subintentConfig.cmake INSTALL_DESTINATION ${package})
  write_basic_package_version_file(subintentConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/subintentConfig.cmake ${PROJECT_BINARY_DIR}/subintentConfigVersion.cmake
                cmake/dependencies.cmake DESTINATION ${package})

  # What a static library calls has to be linked with it.
  if(NOT BUILD_SHARED_LIBS)
    get_property(modules GLOBAL PROPERTY SUBINTENT_PKGCONFIG)
    list(JOIN modules " " SUBINTENT_REQUIRES)
    set(SUBINTENT_LIBS "-lstemmer -pthread")
  endif()
  file(RELATIVE_PATH SUBINTENT_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" SUBINTENT_PREFIX ${SUBINTENT_PREFIX})
  configure_file(cmake/subintent.pc.in subintent.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/subintent.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

# The commands, into SUBINTENT_COMMANDS: every file cli/commands/NAME.cpp, those in `first` before the others. A file with
# an underscore in its name is not a command but part of one.
function(subintent_commands first)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/cli/commands ${PROJECT_SOURCE_DIR}/cli/commands/*.cpp)
  list(FILTER files EXCLUDE REGEX "_")
  list(TRANSFORM files REPLACE "\\.cpp$" "" OUTPUT_VARIABLE commands)
  foreach(name IN LISTS first)
    if(NOT name IN_LIST commands)
      message(FATAL_ERROR "The command ${name} has no file cli/commands/${name}.cpp")
    endif()
  endforeach()
  set(commands ${first} ${commands})
  list(REMOVE_DUPLICATES commands)
  set(SUBINTENT_COMMANDS ${commands} PARENT_SCOPE)
endfunction()

# The program: cli/, with every command of SUBINTENT_COMMANDS.
function(subintent_program)
  cmake_parse_arguments(PROGRAM "" "" "LIBRARIES" ${ARGN})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/cli)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/cli ${PROJECT_BINARY_DIR}/include/cli/cli SYMBOLIC)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.cpp)
  add_executable(subintent ${sources})
  target_include_directories(subintent PRIVATE ${PROJECT_BINARY_DIR}/include/cli)
  set(registrations)
  foreach(name IN LISTS SUBINTENT_COMMANDS)
    string(REPLACE "-" "_" function setup_${name})
    list(APPEND registrations "${name}, ${function}")
  endforeach()
  subintent_list(subintent SUBINTENT_COMMAND ${registrations})
  target_compile_definitions(subintent PRIVATE SUBINTENT_VERSION="${PROJECT_VERSION}")
  get_property(rooms GLOBAL PROPERTY SUBINTENT_ROOMS)
  target_link_libraries(subintent PRIVATE subintent::subintent)
  foreach(room IN LISTS rooms)
    subintent_target(target ${room})
    target_include_directories(subintent PRIVATE $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  endforeach()
  foreach(library IN LISTS PROGRAM_LIBRARIES)
    get_property(linked GLOBAL PROPERTY SUBINTENT_THIRD_PARTY_${library})
    target_link_libraries(subintent PRIVATE ${linked})
  endforeach()

  file(RELATIVE_PATH documents /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_DOCDIR})
  set_source_files_properties(cli/command_line.cpp PROPERTIES
                              COMPILE_DEFINITIONS SUBINTENT_DOCUMENTS_FROM_PROGRAM="${documents}")
  if(NOT SUBINTENT_INSTALL)
    return()
  endif()
  install(TARGETS subintent)
  # As in the source, so that the links between the pages hold and what the pages try out is there.
  install(DIRECTORY docs data DESTINATION ${CMAKE_INSTALL_DOCDIR} USE_SOURCE_PERMISSIONS
          PATTERN "__pycache__" EXCLUDE)
  install(DIRECTORY bench DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "README.md")
  install(FILES README.md HACKING.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endfunction()

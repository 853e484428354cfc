# A room is a folder: one static library of its *.cpp files but the commands'.
#
# Its headers are included as "room/header.h". That works only for rooms that are linked, because each room's include
# path holds nothing but that room: an include against the direction of the data does not build.
function(subintent_room name)
  cmake_parse_arguments(ROOM "" "" "USES;LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/command_[a-z_]+\\.cpp$")
  set(path ${CMAKE_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${path})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${name} ${path}/${name} SYMBOLIC)
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${path})
  target_link_libraries(${name} PUBLIC ${ROOM_USES} ${ROOM_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY SUBINTENT_ROOMS ${name})
  set_property(GLOBAL PROPERTY SUBINTENT_USES_${name} ${ROOM_USES})
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

# The program: cli/ and every command of SUBINTENT_COMMANDS, registered through the generated command_list.inc.
function(subintent_program)
  set(registrations "")
  set(sources "")
  foreach(entry IN LISTS SUBINTENT_COMMANDS)
    string(REPLACE ":" ";" entry ${entry})
    list(GET entry 0 name)
    list(GET entry 1 room)
    string(APPEND registrations "SUBINTENT_COMMAND(${name})\n")
    list(APPEND sources ${room}/command_${name}.cpp)
    file(GLOB more CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${room}/command_${name}_*.cpp)
    list(APPEND sources ${more})
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/include/cli/command_list.inc CONTENT "${registrations}" @ONLY)
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/cli ${CMAKE_BINARY_DIR}/include/cli/cli SYMBOLIC)
  file(GLOB cli_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cli/*.cpp)
  get_property(rooms GLOBAL PROPERTY SUBINTENT_ROOMS)
  add_executable(subintent ${cli_sources} ${sources})
  target_include_directories(subintent PRIVATE ${CMAKE_BINARY_DIR}/include/cli)
  target_compile_definitions(subintent PRIVATE SUBINTENT_VERSION="${PROJECT_VERSION}")
  target_link_libraries(subintent PRIVATE ${rooms} Boost::program_options)

  include(GNUInstallDirs)
  file(RELATIVE_PATH documents /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_DOCDIR})
  set_source_files_properties(cli/command_line.cpp PROPERTIES
                              COMPILE_DEFINITIONS SUBINTENT_DOCUMENTS_FROM_PROGRAM="${documents}")
  install(TARGETS subintent)
  # As in the source, so that the links between the pages hold and what the pages try out is there.
  install(DIRECTORY docs data DESTINATION ${CMAKE_INSTALL_DOCDIR} USE_SOURCE_PERMISSIONS
          PATTERN "__pycache__" EXCLUDE)
  install(DIRECTORY bench DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "README.md")
  install(FILES README.md HACKING.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endfunction()

# A library of others: the target to link, and how its headers begin. Tests and benchmarks may use all of them
# (subintent_third_parties).
add_library(subintent_third_parties INTERFACE)
function(subintent_third_party name)
  cmake_parse_arguments(LIB "" "" "TARGET;HEADERS" ${ARGN})
  target_link_libraries(subintent_third_parties INTERFACE ${LIB_TARGET})
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
  foreach(room IN LISTS rooms)
    subintent_target(target ${room})
    target_link_libraries(subintent PRIVATE ${target})
  endforeach()
  foreach(library IN LISTS PROGRAM_LIBRARIES)
    get_property(linked GLOBAL PROPERTY SUBINTENT_THIRD_PARTY_${library})
    target_link_libraries(subintent PRIVATE ${linked})
  endforeach()

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

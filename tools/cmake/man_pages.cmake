# Man pages subintent.1 and subintent-NAME.1, made of docs/man/*.md in the folder man of the build, where lowdown is there. They
# name the installed documentation as %documents% until they are installed, since only then is its folder known.
function(subintent_man_pages)
  find_program(LOWDOWN lowdown)
  if(NOT LOWDOWN)
    if(SUBINTENT_REQUIRE_TESTS)
      message(FATAL_ERROR "The man pages need lowdown")
    endif()
    message(STATUS "No man pages: they need lowdown")
    return()
  endif()
  string(TIMESTAMP date %Y-%m-%d UTC)  # that of SOURCE_DATE_EPOCH, if that is set
  set(tools ${PROJECT_SOURCE_DIR}/tools/cmake)
  set(folder ${PROJECT_BINARY_DIR}/man)
  file(MAKE_DIRECTORY ${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/*.md)
  set(pages)
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    set(page ${folder}/${name}.1)
    add_custom_command(
      OUTPUT ${page}
      COMMAND LC_ALL=C awk -v docs=%documents% -v version=${SUBINTENT_VERSION} -v date=${date}
              -f ${tools}/man_page.awk ${source} > ${page}.md
      COMMAND ${LOWDOWN} -s --parse-no-intraemph --parse-no-super -Tman -o ${page}.lowdown ${page}.md
      COMMAND awk -f ${tools}/man_page_roff.awk ${page}.lowdown > ${page}
      COMMAND rm ${page}.md ${page}.lowdown
      DEPENDS ${source} ${tools}/man_page.awk ${tools}/man_page_roff.awk VERBATIM)
    list(APPEND pages ${page})
  endforeach()
  add_custom_target(man ALL DEPENDS ${pages})
  if(SUBINTENT_INSTALL)
    install(CODE "
      set(documents \"${CMAKE_INSTALL_DOCDIR}\")
      if(NOT IS_ABSOLUTE \"\${documents}\")
        set(documents \"\${CMAKE_INSTALL_PREFIX}/\${documents}\")
      endif()
      string(REPLACE \"\\\\\" \"\\\\e\" documents \"\${documents}\")  # as roff wants them
      string(REPLACE \"-\" \"\\\\-\" documents \"\${documents}\")
      file(GLOB pages \"${folder}/*.1\")
      foreach(page IN LISTS pages)
        get_filename_component(name \"\${page}\" NAME)
        file(READ \"\${page}\" text)
        string(REPLACE \"%documents%\" \"\${documents}\" text \"\${text}\")
        file(WRITE \"${folder}/installed/\${name}\" \"\${text}\")
      endforeach()")
    list(TRANSFORM pages REPLACE "^.*/" "${folder}/installed/")
    install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  endif()
endfunction()

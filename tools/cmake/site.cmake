# The documentation as a website in the folder site of the build: `cmake --build build/release --target site`.
function(subintent_site)
  find_program(SPHINX_BUILD sphinx-build)
  set(site ${PROJECT_BINARY_DIR}/site)
  if(SPHINX_BUILD)
    add_custom_target(site
      COMMAND ${SPHINX_BUILD} -q -W --keep-going -D release=${SUBINTENT_VERSION} -c ${PROJECT_SOURCE_DIR}/docs/site
              -d ${PROJECT_BINARY_DIR}/site.cache ${PROJECT_SOURCE_DIR} ${site}
      COMMAND ${CMAKE_COMMAND} -E echo "Open ${site}/index.html"
      COMMENT "Making the site" VERBATIM)
  else()
    add_custom_target(site
      COMMAND ${CMAKE_COMMAND} -E echo "The site needs the packages python3-sphinx and python3-myst-parser"
      COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
  endif()
endfunction()

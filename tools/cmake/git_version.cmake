# cmake -D SOURCE=FOLDER -D OUTPUT=FILE -P git_version.cmake: writes what `git describe` says of the source as the macro
# SUBINTENT_COMMIT, empty at a release or without Git. The file is touched only when that has changed.
set(commit)
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCE} describe --tags --always --dirty --match "v[0-9]*"
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(commit MATCHES "^v[0-9.]+$")
    set(commit)
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define SUBINTENT_COMMIT \"${commit}\"\n")

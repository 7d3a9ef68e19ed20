# Libraries of the system that the program and the tests use; the library uses none.
#
# One is there when its header and what is linked both are. What is missing is looked for again in
# every run, and so is what an earlier run found and is gone.
function(trnfft_forget_if_gone variable file)
    if(NOT EXISTS "${${variable}}${file}")
        unset(${variable} CACHE)
    endif()
endfunction()

# Sets NAME_INCLUDE_DIR, NAME_LIBRARY and NAME_MISSING: what was not found, empty if it is there.
function(trnfft_find_package_files name header library)
    trnfft_forget_if_gone(${name}_INCLUDE_DIR /${header})
    trnfft_forget_if_gone(${name}_LIBRARY "")
    find_path(${name}_INCLUDE_DIR ${header})
    find_library(${name}_LIBRARY ${library})
    set(missing)
    if(NOT ${name}_INCLUDE_DIR)
        list(APPEND missing ${header})
    endif()
    if(NOT ${name}_LIBRARY)
        list(APPEND missing lib${library})
    endif()
    list(JOIN missing " and " missing)
    set(${name}_MISSING "${missing}" PARENT_SCOPE)
endfunction()

# What the program can do without, and what it then does not do.
function(trnfft_say_missing missing package consequence)
    if(missing)
        message(STATUS "${missing} not found (Debian: apt-get install ${package}): ${consequence}")
    endif()
endfunction()

# What the tests cannot do without.
function(trnfft_tests_need missing package)
    if(missing)
        message(FATAL_ERROR "The tests need ${missing}, not found (Debian: apt-get install "
                            "${package}). -DTRNFFT_BUILD_TESTS=OFF builds without them.")
    endif()
endfunction()

if(TRNFFT_BUILD_TOOLS)
    trnfft_forget_if_gone(PNG_PNG_INCLUDE_DIR /png.h)
    trnfft_forget_if_gone(PNG_LIBRARY_RELEASE "")
    find_package(PNG QUIET)
    if(NOT PNG_FOUND)
        trnfft_say_missing("libpng or png.h" libpng-dev "the program draws no pictures")
    endif()
    find_package(SndFile CONFIG QUIET)
    if(NOT TARGET SndFile::sndfile)
        trnfft_find_package_files(SNDFILE sndfile.h sndfile)
        trnfft_say_missing("${SNDFILE_MISSING}" libsndfile1-dev
                           "the program reads WAV but no other recordings")
    endif()
    trnfft_find_package_files(CJSON cjson/cJSON.h cjson)
    if(TRNFFT_BUILD_TESTS) # they read their cases with it
        trnfft_tests_need("${CJSON_MISSING}" libcjson-dev)
    endif()
    trnfft_say_missing("${CJSON_MISSING}" libcjson-dev "the program has no --json")
endif()
if((TRNFFT_BUILD_TESTS OR TRNFFT_FUZZ) AND NOT TRNFFT_CROSS_CMOCKA)
    trnfft_find_package_files(CMOCKA cmocka.h cmocka)
    trnfft_tests_need("${CMOCKA_MISSING}" libcmocka-dev)
endif()

# libtrnfft: one set of objects, linked into a shared and a static library.

# What every object of the library is compiled with.
function(trnfft_library_settings target)
    target_include_directories(${target} PRIVATE
        ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_compile_definitions(${target} PRIVATE TRNFFT_BUILDING=1)
    target_link_libraries(${target} PRIVATE trnfft_options Threads::Threads)
    set_target_properties(${target} PROPERTIES
        POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
endfunction()

trnfft_add_isa_objects()

# Sources are found by folder, so that adding a solver touches one file. The folders are listed.
set(trnfft_sources)
foreach(folder base ncsim tensor plan solvers fft signal backend/cpu backend/neuron registry)
    file(GLOB found CONFIGURE_DEPENDS
         ${PROJECT_SOURCE_DIR}/src/${folder}/*.c
         ${PROJECT_SOURCE_DIR}/src/${folder}/isa/*.c
         ${PROJECT_SOURCE_DIR}/src/${folder}/kernels/*.c
         ${PROJECT_SOURCE_DIR}/src/${folder}/gen/*.c)
    list(APPEND trnfft_sources ${found})
endforeach()
if(trnfft_isa_sources)
    list(REMOVE_ITEM trnfft_sources ${trnfft_isa_sources})
endif()

add_library(trnfft_core OBJECT ${trnfft_sources})
trnfft_library_settings(trnfft_core)
target_compile_definitions(trnfft_core PRIVATE ${trnfft_isa_definitions})
# Nobody reads errno after a square root; setting it keeps loops from being vectorised.
target_compile_options(trnfft_core PRIVATE -fno-math-errno)
if(TRNFFT_FUZZ) # the fuzzer sees which branches an input takes, kernels aside
    target_compile_options(trnfft_core PRIVATE -fsanitize=fuzzer-no-link)
endif()
# What NeuronCore programs are made by, for the folder that keeps them (cache=FOLDER).
set(program_makers src/backend/neuron src/ncsim src/base)
set(program_sources)
foreach(folder IN LISTS program_makers)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS
         ${PROJECT_SOURCE_DIR}/${folder}/*.c ${PROJECT_SOURCE_DIR}/${folder}/*.h)
    list(APPEND program_sources ${found})
endforeach()
string(REPLACE ";" "," program_makers "${program_makers}")
set(program_digest ${PROJECT_BINARY_DIR}/generated/program_digest.h)
add_custom_command(OUTPUT ${program_digest}
    COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DFOLDERS=${program_makers}
            -DNAME=TFI_PROGRAM_DIGEST -DHEADER=${program_digest}
            -P ${PROJECT_SOURCE_DIR}/cmake/digest.cmake
    DEPENDS ${program_sources} ${PROJECT_SOURCE_DIR}/cmake/digest.cmake
    COMMENT "Digest of what writes NeuronCore programs" VERBATIM)
target_sources(trnfft_core PRIVATE ${program_digest})
set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/backend/neuron/program_cache.c
    PROPERTY INCLUDE_DIRECTORIES ${PROJECT_BINARY_DIR}/generated)
set(trnfft_objects $<TARGET_OBJECTS:trnfft_core> ${trnfft_isa_objects})

add_library(trnfft_shared SHARED ${trnfft_objects})
add_library(trnfft_static STATIC ${trnfft_objects})
add_library(trnfft::trnfft ALIAS trnfft_shared)
add_library(trnfft::static ALIAS trnfft_static)
set_target_properties(trnfft_shared PROPERTIES EXPORT_NAME trnfft
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
set_target_properties(trnfft_static PROPERTIES EXPORT_NAME static)
foreach(target trnfft_shared trnfft_static)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME trnfft LINKER_LANGUAGE C)
    target_include_directories(${target} INTERFACE
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
target_compile_definitions(trnfft_static INTERFACE TRNFFT_STATIC=1)
target_link_libraries(trnfft_static PUBLIC Threads::Threads)
target_link_libraries(trnfft_shared PRIVATE Threads::Threads $<BUILD_INTERFACE:trnfft_options>)
if(NOT WIN32)
    target_link_libraries(trnfft_static PUBLIC m)
    target_link_libraries(trnfft_shared PRIVATE m)
endif()
# Instrumented static libraries need the runtime in whatever links them.
if(TRNFFT_SANITIZE OR TRNFFT_COVERAGE)
    target_link_libraries(trnfft_static PUBLIC $<BUILD_INTERFACE:trnfft_options>)
endif()

# The exported names and their versions: src/trnfft.symbols -> a linker version script.
include(cmake/symbols.cmake)
if(CMAKE_SYSTEM_NAME MATCHES "Linux|FreeBSD|NetBSD|OpenBSD|GNU")
    trnfft_write_version_script(${PROJECT_SOURCE_DIR}/src/trnfft.symbols
                                ${PROJECT_BINARY_DIR}/trnfft.map)
    target_link_options(trnfft_shared PRIVATE
        "LINKER:--version-script=${PROJECT_BINARY_DIR}/trnfft.map")
    set_property(TARGET trnfft_shared APPEND PROPERTY LINK_DEPENDS
        ${PROJECT_BINARY_DIR}/trnfft.map)
    if(NOT TRNFFT_SANITIZE)
        target_link_options(trnfft_shared PRIVATE "LINKER:--no-undefined")
    endif()
endif()

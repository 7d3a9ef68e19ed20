# The one table of instruction sets: name | processors | flags. The files
# src/backend/cpu/isa/kernels_<name>*.c are compiled with the flags of their row, and
# src/backend/cpu/dispatch.c is told by TRNFFT_HAVE_<NAME>=1 which rows were compiled in.
set(trnfft_isa_table
    "scalar|.*|"
    "sse2|x86_64,AMD64,amd64|-msse2"
    "avx2|x86_64,AMD64,amd64|-mavx2 -mfma"
    "avx512|x86_64,AMD64,amd64|-mavx512f -mavx512vl -mavx512dq -mavx512bw -mfma -mprefer-vector-width=512"
    "neon|aarch64,arm64,ARM64|"
)

# For quick builds while working on a kernel: fewer rows, "scalar" always among them.
set(TRNFFT_ISAS "scalar;sse2;avx2;avx512;neon" CACHE STRING "instruction sets to compile")

# Sets in the caller: trnfft_isa_objects (object expressions), trnfft_isa_targets,
# trnfft_isa_definitions, trnfft_isa_sources (files that some row claims).
function(trnfft_add_isa_objects)
    set(trnfft_isas scalar ${TRNFFT_ISAS})
    set(objects)
    set(targets)
    set(definitions)
    set(claimed)
    foreach(row IN LISTS trnfft_isa_table)
        string(REPLACE "|" ";" row "${row}")
        list(GET row 0 name)
        list(GET row 1 processors)
        list(GET row 2 flags)
        file(GLOB sources CONFIGURE_DEPENDS
             ${PROJECT_SOURCE_DIR}/src/backend/cpu/isa/kernels_${name}.c
             ${PROJECT_SOURCE_DIR}/src/backend/cpu/isa/kernels_${name}_*.c)
        list(APPEND claimed ${sources})
        string(REPLACE "," "|" processors "${processors}")
        if(NOT sources OR NOT name IN_LIST trnfft_isas
           OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(${processors})$"
           OR (CMAKE_SIZEOF_VOID_P EQUAL 4 AND NOT name STREQUAL "scalar"))
            continue()
        endif()
        separate_arguments(flags)
        add_library(trnfft_isa_${name} OBJECT ${sources})
        target_compile_options(trnfft_isa_${name} PRIVATE ${flags})
        trnfft_library_settings(trnfft_isa_${name})
        if(TRNFFT_SANITIZE)
            # Unrolled bodies take compilers many minutes under a sanitizer; tests/kernels has
            # canaries around every array instead.
            set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS -fno-sanitize=all)
        endif()
        string(TOUPPER ${name} upper)
        list(APPEND definitions TRNFFT_HAVE_${upper}=1)
        list(APPEND objects $<TARGET_OBJECTS:trnfft_isa_${name}>)
        list(APPEND targets trnfft_isa_${name})
    endforeach()
    set(trnfft_isa_objects ${objects} PARENT_SCOPE)
    set(trnfft_isa_targets ${targets} PARENT_SCOPE)
    set(trnfft_isa_definitions ${definitions} PARENT_SCOPE)
    set(trnfft_isa_sources ${claimed} PARENT_SCOPE)
endfunction()

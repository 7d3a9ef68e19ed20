# Compile options that every target of this project shares.
#
# No -ffast-math (it changes the floating-point mode of whole processes) and no -march=native (the
# objects of cmake/isa.cmake are chosen at run time). -ffp-contract=off: gcc and clang contract
# a * b + c differently, so fused operations are written where they are wanted.
add_library(trnfft_options INTERFACE)
target_compile_options(trnfft_options INTERFACE
    -ffp-contract=off -Wall -Wextra -Wconversion -Wshadow)
if(TRNFFT_WERROR)
    target_compile_options(trnfft_options INTERFACE -Werror)
endif()

# 32-bit x86 without this computes in the 80-bit registers, and results depend on spills.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(i.86|x86)$"
   OR (CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 4))
    target_compile_options(trnfft_options INTERFACE -msse2 -mfpmath=sse)
endif()

if(TRNFFT_SANITIZE)
    string(REPLACE ";" "," trnfft_sanitize "${TRNFFT_SANITIZE}")
    target_compile_options(trnfft_options INTERFACE
        -fsanitize=${trnfft_sanitize} -fno-omit-frame-pointer -fno-sanitize-recover=all -g)
    target_link_options(trnfft_options INTERFACE -fsanitize=${trnfft_sanitize})
endif()
if(TRNFFT_COVERAGE)
    target_compile_options(trnfft_options INTERFACE --coverage -fprofile-update=atomic)
    target_link_options(trnfft_options INTERFACE --coverage)
endif()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

find_program(SPYRE_CCACHE ccache)
if(SPYRE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SPYRE_CCACHE})
endif()
foreach(linker mold lld)
  find_program(SPYRE_LINKER_${linker} NAMES ${linker} ld.${linker} ld.${linker}-22)
  if(SPYRE_LINKER_${linker})
    add_link_options(-fuse-ld=${linker})
    break()
  endif()
endforeach()

add_compile_options(-Wall -Wextra -Werror -Wno-unused-parameter -Wno-missing-field-initializers)
if(SPYRE_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

# spyre_mlir_tool(NAME): what an executable that uses MLIR needs besides its libraries.
function(spyre_mlir_tool name)
  if(SPYRE_SANITIZE)
    target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/SanitizerOptions.cpp)
  endif()
endfunction()

# spyre_library(NAME source... LINK lib...): a library without MLIR.
function(spyre_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()

# spyre_mlir_library(NAME source... LINK lib... DEPENDS target...): one that
# uses MLIR; headers are precompiled once and shared.
function(spyre_mlir_library name)
  cmake_parse_arguments(ARG "" "" "LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${name} SYSTEM PUBLIC ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_definitions(${name} PRIVATE ${definitions})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(NOT name STREQUAL SpyrePch)
    target_precompile_headers(${name} REUSE_FROM SpyrePch)
    target_link_libraries(${name} PRIVATE SpyrePch)
  endif()
endfunction()

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled into the tools that use MLIR when the sanitizers are on. LLVM's bump
// allocator poisons what it has not handed out. Its inline code does so in our
// objects, while MLIR's library, built without sanitizers, takes memory from the
// same slabs and never unpoisons it: the marks say nothing about such memory.
extern "C" const char *__asan_default_options() { return "allow_user_poisoning=0"; }

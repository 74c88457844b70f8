#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>

namespace empire::frontend {

/// What a function without a body does, as far as the analysis cares.
enum class Model : std::uint8_t {
  Unknown,       // not in the table: it may do anything to what it can reach
  Nothing,       // touches no memory of the program that matters and keeps no pointer
  Library,       // reads and writes what its arguments point to directly, keeps no pointer, calls nothing back
  Reads,         // likewise, but reads only
  ReturnsFirst,  // Library, and returns its first argument
  Allocate,      // returns fresh memory
  Reallocate,    // returns fresh memory with the contents of the first argument, or the first argument
  Free,
  CopyMemory,  // memcpy, memmove and kin: (to, from, size)
  FillMemory,  // memset
  MutexInit,   // (mutex, attributes)
  Lock,
  TryLock,
  Unlock,
  ReadLock,
  TryReadLock,
  RwUnlock,
  CondWait,        // (condition, mutex)
  StdCondWait,     // std::condition_variable::wait(unique_lock&)
  StdThreadStart,  // std::thread::_M_start_thread(this, unique_ptr<_State>, …)
  PthreadCreate,   // (handle, attributes, function, argument)
  ThrdCreate,      // (handle, function, argument)
  StdThreadJoin,   // (this): the handle is in memory
  HandleJoin,      // (handle)
  Detach,
  Once,  // pthread_once(flag, function)
  GuardAcquire,
  GuardRelease,
  GuardAbort,    // function-local statics
  Throw,         // does not return normally
  NoReturn,      // does not return at all
  AtExit,        // __cxa_atexit(function, argument, …)
  CallsBack,     // calls the function pointer among its arguments with pointers from the others
  Signal,        // installs a signal handler
  ThreadAtExit,  // registers the destructor of a thread-local variable
  LongJump,
};

/// The model of a function without a body, by its (mangled) name.
Model modelOf(llvm::StringRef name);

/// Functions with a body that must stay calls, because a model stands for them.
bool keepsItsCall(llvm::StringRef name);

}  // namespace empire::frontend

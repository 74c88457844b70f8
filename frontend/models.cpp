#include "frontend/models.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/ADT/Twine.h>

namespace empire::frontend {

namespace {

Model exactly(llvm::StringRef name) {
  using M = Model;
  return llvm::StringSwitch<Model>(name)
      // Memory
      .Cases("malloc", "calloc", "aligned_alloc", "valloc", "memalign", "strdup", "strndup", M::Allocate)
      .Cases("realloc", "reallocarray", M::Reallocate)
      .Cases("free", "cfree", M::Free)
      .Cases("memcpy", "memmove", "__memcpy_chk", "__memmove_chk", "mempcpy", M::CopyMemory)
      .Cases("memset", "__memset_chk", "bzero", M::FillMemory)
      // Locks
      .Cases("pthread_mutex_init", "mtx_init", "pthread_rwlock_init", "pthread_spin_init", M::MutexInit)
      .Cases("pthread_mutex_lock", "pthread_spin_lock", "pthread_rwlock_wrlock", "mtx_lock", M::Lock)
      .Cases("pthread_mutex_trylock", "pthread_mutex_timedlock", "pthread_mutex_clocklock", "pthread_spin_trylock",
             M::TryLock)
      .Cases("pthread_rwlock_trywrlock", "pthread_rwlock_timedwrlock", "pthread_rwlock_clockwrlock", "mtx_trylock",
             "mtx_timedlock", M::TryLock)
      .Cases("pthread_mutex_unlock", "pthread_spin_unlock", "mtx_unlock", M::Unlock)
      .Case("pthread_rwlock_rdlock", M::ReadLock)
      .Cases("pthread_rwlock_tryrdlock", "pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock", M::TryReadLock)
      .Case("pthread_rwlock_unlock", M::RwUnlock)
      .Cases("pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait", "cnd_timedwait",
             M::CondWait)
      .Case("_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", M::StdCondWait)
      .Cases("pthread_mutex_destroy", "pthread_rwlock_destroy", "pthread_spin_destroy", "mtx_destroy",
             "pthread_cond_init", "pthread_cond_destroy", "pthread_cond_signal", "pthread_cond_broadcast", "cnd_init",
             "cnd_destroy", M::Nothing)
      .Cases("cnd_signal", "cnd_broadcast", "pthread_mutexattr_init", "pthread_mutexattr_destroy",
             "pthread_mutexattr_gettype", "pthread_attr_init", "pthread_attr_destroy", "pthread_attr_setdetachstate",
             M::Nothing)
      .Case("pthread_mutexattr_settype", M::Nothing)
      // Threads
      .Case("_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE", M::StdThreadStart)
      .Case("pthread_create", M::PthreadCreate)
      .Case("thrd_create", M::ThrdCreate)
      .Case("_ZNSt6thread4joinEv", M::StdThreadJoin)
      .Cases("pthread_join", "thrd_join", M::HandleJoin)
      .Cases("_ZNSt6thread6detachEv", "pthread_detach", "thrd_detach", M::Detach)
      .Cases("pthread_self", "thrd_current", "sched_yield", "thrd_yield", "pthread_equal", "thrd_equal", "nanosleep",
             "usleep", "sleep", "thrd_sleep", M::Nothing)
      .Cases("clock_nanosleep", "_ZNSt6thread20hardware_concurrencyEv", "pthread_yield", M::Nothing)
      .Case("pthread_once", M::Once)
      // The C++ runtime
      .Case("__cxa_guard_acquire", M::GuardAcquire)
      .Case("__cxa_guard_release", M::GuardRelease)
      .Case("__cxa_guard_abort", M::GuardAbort)
      .Cases("__cxa_throw", "__cxa_rethrow", "_Unwind_Resume", M::Throw)
      .Cases("abort", "exit", "_exit", "quick_exit", "_ZSt9terminatev", "__assert_fail", "__cxa_pure_virtual",
             "__clang_call_terminate", "__stack_chk_fail", "pthread_exit", M::NoReturn)
      .Case("thrd_exit", M::NoReturn)
      .Case("__cxa_allocate_exception", M::Allocate)
      .Cases("__cxa_begin_catch", "__cxa_get_exception_ptr", M::ReturnsFirst)
      .Cases("__cxa_end_catch", "__cxa_free_exception", "__gxx_personality_v0", "__cxa_current_exception_type",
             M::Nothing)
      .Case("__dynamic_cast", M::ReturnsFirst)
      .Cases("__cxa_atexit", "atexit", M::AtExit)
      // Callbacks
      .Cases("qsort", "bsearch", "qsort_r", M::CallsBack)
      .Cases("signal", "sigaction", "bsd_signal", M::Signal)
      .Cases("__cxa_thread_atexit", "__cxa_thread_atexit_impl", M::ThreadAtExit)
      .Cases("longjmp", "siglongjmp", "_longjmp", M::LongJump)
      // libc that only looks at its arguments
      .Cases("strlen", "strcmp", "strncmp", "memcmp", "strcasecmp", "atoi", "atol", "atof", "puts", M::Reads)
      .Cases("strtol", "strtoul", "strtod", "strtoll", "strtoull", "fputs", "fopen", "remove", "rename", M::Reads)
      .Cases("strchr", "strrchr", "strstr", "memchr", "strpbrk", "bcmp", "strcoll", "strspn", "strcspn",
             M::ReturnsFirst)
      .Cases("strcpy", "strncpy", "strcat", "strncat", "__strcpy_chk", "__strncpy_chk", "stpcpy", "fgets", "gets",
             M::ReturnsFirst)
      .Cases("printf", "fprintf", "snprintf", "sprintf", "vprintf", "vfprintf", "vsnprintf", "vsprintf", "scanf",
             "sscanf", M::Library)
      .Cases("fscanf", "fread", "fwrite", "fclose", "fflush", "fputc", "putchar", "getchar", "perror", "fgetc",
             M::Library)
      .Cases("__isoc99_scanf", "__isoc99_sscanf", "__isoc23_sscanf", "getline", "read", "write", "open", "close",
             "gettimeofday", "clock_gettime", M::Library)
      .Cases("time", "clock", "rand", "srand", "random", "srandom", "rand_r", "getpid", "getenv", "abs", M::Nothing)
      .Cases("__errno_location", "sqrt", "pow", "sin", "cos", "tan", "floor", "ceil", "fabs", "log", M::Nothing)
      .Cases("exp", "fmod", "toupper", "tolower", "isalpha", "isdigit", "isspace", "syscall", "setvbuf", "setbuf",
             M::Nothing)
      .Default(M::Unknown);
}

// Allocation functions come in many forms: operator new (_Znw…, _Zna…) and delete (_Zdl…, _Zda…).
Model byPrefix(llvm::StringRef name) {
  if (name.starts_with("_Znw") || name.starts_with("_Zna")) return Model::Allocate;
  if (name.starts_with("_Zdl") || name.starts_with("_Zda")) return Model::Free;
  if (name.starts_with("_ZSt") && name.contains("__throw_")) return Model::Throw;
  if (name.starts_with("_ZNSt18condition_variable")) return Model::Nothing;
  // Whatever else libstdc++ exports works on its arguments alone.
  if (name.starts_with("_ZNKSt") || name.starts_with("_ZNKS")) return Model::Reads;
  if (name.starts_with("_ZNSt") || name.starts_with("_ZSt") || name.starts_with("_ZNS") ||
      name.starts_with("_ZN9__gnu_cxx") || name.starts_with("_ZN10__cxxabiv1")) {
    return Model::Library;
  }
  if (name.starts_with("llvm.")) return Model::Nothing;
  return Model::Unknown;
}

}  // namespace

Model modelOf(llvm::StringRef name) {
  const Model model = exactly(name);
  return model != Model::Unknown ? model : byPrefix(name);
}

bool keepsItsCall(llvm::StringRef name) {
  // std::lock of the standard's own mutexes: its try-and-back-off loop is one lock after the other.
  if (name.contains("unique_lock")) return false;
  for (const char* mutex :
       {"5mutex", "11timed_mutex", "15recursive_mutex", "21recursive_timed_mutex", "12shared_mutex"}) {
    if (name.starts_with(("_ZSt4lockISt" + llvm::Twine(mutex)).str())) return true;
  }
  return false;
}

}  // namespace empire::frontend

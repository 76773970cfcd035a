// The system calls that inference makes, by what they are for: found in traces of every task with our kernels and the runtime's, on one
// thread and many, of every image format and every way to end, and completed by the calls that other C libraries and kernels make in
// their place. Those whose arguments decide are in sandbox.c. All others are refused.
#ifndef VISION_ALLOWED_H
#define VISION_ALLOWED_H

#include <sys/syscall.h>

/// The newest call that this list was written for. From 424 on numbers are the same on all processors. A later call fails as on a kernel
/// that does not have it, so that a newer C library goes on to an older call.
#define VISION_NEWEST_CALL 466

static const unsigned allowed[] = {
    // Descriptors that are open.
    __NR_read, __NR_write, __NR_readv, __NR_writev, __NR_pread64, __NR_pwrite64, __NR_preadv, __NR_preadv2, __NR_lseek, __NR_close,
    __NR_dup, __NR_dup3, __NR_ppoll, __NR_pselect6, __NR_epoll_create1, __NR_epoll_ctl, __NR_epoll_pwait, __NR_eventfd2,
    __NR_timerfd_create, __NR_timerfd_settime, __NR_timerfd_gettime,
#ifdef __NR_poll
    __NR_dup2, __NR_poll, __NR_select, __NR_epoll_create, __NR_epoll_wait, __NR_eventfd,
#endif
    436, 441,  // close_range, epoll_pwait2
    // Files, to be read.
    __NR_fstat, __NR_newfstatat, __NR_statx, __NR_statfs, __NR_fstatfs, __NR_faccessat, __NR_readlinkat, __NR_getdents64, __NR_getcwd,
    __NR_fadvise64, __NR_readahead,
#ifdef __NR_stat
    __NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_getdents,
#endif
    439,  // faccessat2
    // Memory. mmap is in sandbox.c. The policies are for libnuma, which a library of FFmpeg's loads.
    __NR_brk, __NR_munmap, __NR_mprotect, __NR_mremap, __NR_madvise, __NR_mincore, __NR_msync, __NR_mlock, __NR_munlock, __NR_mlock2,
    __NR_membarrier, __NR_pkey_mprotect, __NR_pkey_alloc, __NR_pkey_free, __NR_get_mempolicy, __NR_set_mempolicy, __NR_mbind,
    453, 462,  // map_shadow_stack, mseal
    // Threads. clone is in sandbox.c.
    __NR_futex, __NR_set_robust_list, __NR_get_robust_list, __NR_rseq, __NR_set_tid_address, __NR_gettid, __NR_exit, __NR_sched_yield,
    __NR_sched_getaffinity, __NR_sched_getparam, __NR_sched_getscheduler, __NR_sched_getattr, __NR_sched_get_priority_max,
    __NR_sched_get_priority_min, __NR_getpriority, __NR_getcpu,
#ifdef __NR_arch_prctl
    __NR_arch_prctl,
#endif
    449, 454, 455, 456,  // futex_waitv, futex_wake, futex_wait, futex_requeue
    // Signals of this process, and its end.
    __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_rt_sigpending, __NR_rt_sigsuspend, __NR_rt_sigtimedwait,
    __NR_sigaltstack, __NR_restart_syscall, __NR_exit_group,
#ifdef __NR_pause
    __NR_pause,
#endif
    // Time.
    __NR_clock_gettime, __NR_clock_getres, __NR_clock_nanosleep, __NR_nanosleep, __NR_gettimeofday, __NR_times,
#ifdef __NR_time
    __NR_time,
#endif
    // What this process and this machine are.
    __NR_getpid, __NR_getppid, __NR_getpgid, __NR_getsid, __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid, __NR_getresuid,
    __NR_getresgid, __NR_getgroups, __NR_getrusage, __NR_sysinfo, __NR_uname, __NR_getrandom,
#ifdef __NR_getrlimit
    __NR_getrlimit,
#endif
#ifdef __NR_getpgrp
    __NR_getpgrp,
#endif
};

#endif

// The system calls that a worker never makes, by what they are for. Kernels and processors differ in which there are.
#ifndef VISION_DENIED_H
#define VISION_DENIED_H

#include <sys/syscall.h>

static const unsigned denied[] = {
    // The network, and sockets on this machine. What is open already can be read and written.
    __NR_socket, __NR_socketpair, __NR_connect, __NR_bind, __NR_listen, __NR_accept, __NR_accept4, __NR_sendto, __NR_sendmsg,
    __NR_sendmmsg, __NR_recvfrom, __NR_recvmsg, __NR_recvmmsg,
    // Other programs and processes.
    __NR_execve, __NR_execveat, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kcmp, __NR_tkill,
    __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo, __NR_unshare, __NR_setns,
#ifdef __NR_fork
    __NR_fork, __NR_vfork,
#endif
#ifdef __NR_pidfd_open
    __NR_pidfd_open,
#endif
#ifdef __NR_pidfd_send_signal
    __NR_pidfd_send_signal,
#endif
#ifdef __NR_pidfd_getfd
    __NR_pidfd_getfd,
#endif
    __NR_shmget, __NR_shmat, __NR_msgget, __NR_msgsnd, __NR_msgrcv, __NR_semget, __NR_semop, __NR_mq_open, __NR_mq_unlink,
    // Rings of calls that no filter sees.
#ifdef __NR_io_uring_setup
    __NR_io_uring_setup, __NR_io_uring_enter, __NR_io_uring_register,
#endif
    // Changes to files. Opening for writing is refused by its flags.
    __NR_unlinkat, __NR_mkdirat, __NR_renameat2, __NR_linkat, __NR_symlinkat, __NR_mknodat, __NR_fchmod, __NR_fchmodat,
    __NR_fchown, __NR_fchownat, __NR_truncate, __NR_utimensat, __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr,
    __NR_removexattr, __NR_lremovexattr, __NR_fremovexattr, __NR_name_to_handle_at, __NR_open_by_handle_at,
#ifdef __NR_renameat
    __NR_renameat,
#endif
#ifdef __NR_unlink
    __NR_creat, __NR_unlink, __NR_mkdir, __NR_rmdir, __NR_rename, __NR_link, __NR_symlink, __NR_mknod, __NR_chmod, __NR_chown,
    __NR_lchown, __NR_utime, __NR_utimes, __NR_futimesat,
#endif
#ifdef __NR_fchmodat2
    __NR_fchmodat2,
#endif
    // The system itself, for a worker that runs as root.
    __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_swapon, __NR_swapoff, __NR_reboot, __NR_sethostname,
    __NR_setdomainname, __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_bpf,
    __NR_perf_event_open, __NR_add_key, __NR_request_key, __NR_keyctl, __NR_acct, __NR_quotactl, __NR_settimeofday,
    __NR_clock_settime, __NR_adjtimex,
#ifdef __NR_userfaultfd
    __NR_userfaultfd,
#endif
#ifdef __NR_iopl
    __NR_iopl, __NR_ioperm,
#endif
};

#endif

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// glibc declares these two for GNU sources only.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// Starts a program that the kernel kills when the calling thread ends, which is also when this process is killed.
///
/// `posix_spawn` cannot ask for that. The program leads a process group of its own. Its descriptors 0, 1, … are the
/// given ones, which must all be above `count`, and it has no others.
///
/// Returns 0, or the error number.
static inline int verbio_spawn_guarded(pid_t *pid, const char *program, char *const arguments[], char *const environment[],
                                       const int *descriptors, int count) {
    const pid_t parent = getpid();
    volatile int failure = 0;
    const pid_t child = vfork();
    if (child == 0) {
        // Only system calls from here on: the memory is still that of this process.
        setpgid(0, 0);
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(127);
        for (int place = 0; place < count; place++) {
            if (dup2(descriptors[place], place) < 0) {
                failure = errno;
                _exit(127);
            }
        }
        if (syscall(SYS_close_range, (unsigned)count, ~0U, 0) != 0) {
            for (int place = count; place < 4096; place++) close(place);
        }
        execve(program, arguments, environment);
        failure = errno;
        _exit(127);
    }
    if (child < 0) return errno;
    *pid = child;
    return failure;
}

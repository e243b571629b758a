internal import Glibc

/// Locks on an open file. The kernel releases them when the file is closed or the process ends, for whatever reason.
///
/// They belong to the opened file and not to the process. So two stores in one process exclude each other as two processes do,
/// and closing the file elsewhere in the process changes nothing. (The locks of SQLite on its own files belong to the process.
/// So no other code here ever opens SQLite's files.)
extension OpenFile {
    enum Lock {
        /// Any number of opened files may hold it at once.
        case shared
        /// One opened file holds it, and no other one holds a shared lock at the same time.
        case exclusive
    }

    /// `F_OFD_GETLK` and `F_OFD_SETLK` of fcntl(2), Linux 3.15.
    private static let ask: Int32 = 36
    private static let set: Int32 = 37

    /// Takes the lock on the whole file if that needs no waiting.
    ///
    /// - Returns: whether the lock was taken.
    func tryLock(_ lock: Lock) throws(FileFailure) -> Bool {
        var request = Self.request(lock)
        while fcntl(descriptor, Self.set, &request) != 0 {
            switch errno {
            case EINTR: continue
            case EAGAIN, EACCES: return false
            default: throw FileFailure("lock", path)
            }
        }
        return true
    }

    /// Releases the lock now. Closing the file does not always release it: a child process that is just being started has the
    /// file open until its program begins.
    func unlock() {
        var request = Self.request(.shared)
        request.l_type = Int16(F_UNLCK)
        _ = fcntl(descriptor, Self.set, &request)
    }

    /// Whether another opened file has a lock that excludes this one. Does not lock by itself.
    func isLockedElsewhere(against lock: Lock) -> Bool {
        var request = Self.request(lock)
        return fcntl(descriptor, Self.ask, &request) == 0 && request.l_type != Int16(F_UNLCK)
    }

    private static func request(_ lock: Lock) -> flock {
        var request = flock()
        request.l_type = Int16(lock == .shared ? F_RDLCK : F_WRLCK)
        request.l_whence = Int16(SEEK_SET)
        // The range starts at 0 and has a length of 0, which means the whole file.
        return request
    }

    /// Takes a lock of the other family, flock(2), which takes half the time. It is used for what is locked with each commit.
    ///
    /// - Returns: whether it was taken without waiting.
    func tryFlock(_ lock: Lock) throws(FileFailure) -> Bool {
        while flock(descriptor, (lock == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return false
            default: throw FileFailure("flock", path)
            }
        }
        return true
    }

    func dropFlock() { flock(descriptor, LOCK_UN) }
}

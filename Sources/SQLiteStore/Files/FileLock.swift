internal import Glibc

/// Locks on an open file. The kernel gives them up when the file is closed or the process ends, however that happens.
///
/// They belong to the opened file and not to the process: two stores in one process exclude each other as two processes
/// do, and closing the file elsewhere in the process changes nothing. (The locks that SQLite has on its own files belong
/// to the process. So its files are never opened by anybody else here.)
extension OpenFile {
    enum Lock {
        /// Any number may hold it at once.
        case shared
        /// One holds it, and no shared one beside it.
        case exclusive
    }

    /// `F_OFD_GETLK` and `F_OFD_SETLK` of fcntl(2), Linux 3.15.
    private static let ask: Int32 = 36
    private static let set: Int32 = 37

    /// Takes the lock on the whole file if that needs no waiting.
    ///
    /// - Returns: whether it did.
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

    /// Gives the lock up now. To close the file does not always: a child process that is just being started has it open until
    /// its program begins.
    func unlock() {
        var request = Self.request(.shared)
        request.l_type = Int16(F_UNLCK)
        _ = fcntl(descriptor, Self.set, &request)
    }

    /// Whether another opened file has a lock that excludes this one. Takes none itself.
    func isLockedElsewhere(against lock: Lock) -> Bool {
        var request = Self.request(lock)
        return fcntl(descriptor, Self.ask, &request) == 0 && request.l_type != Int16(F_UNLCK)
    }

    private static func request(_ lock: Lock) -> flock {
        var request = flock()
        request.l_type = Int16(lock == .shared ? F_RDLCK : F_WRLCK)
        request.l_whence = Int16(SEEK_SET)
        // From the beginning, with a length of 0: all of it.
        return request
    }

    /// The same as a lock of the other family, flock(2), which takes half the time: for what is locked with each commit.
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

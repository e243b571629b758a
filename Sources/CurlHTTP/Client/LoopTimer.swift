internal import Glibc

/// When curl wants to be called though no socket stirs, and until when the loop's thread sleeps.
///
/// Of the machine's own clock, whatever the client's says: it is curl's time.
struct LoopTimer {
    /// In nanoseconds; nil for never.
    private var due: UInt64?
    /// What was told the thread when it last went to sleep.
    private var sleepsUntil: UInt64?

    /// What curl asks for, in milliseconds from now; negative for nothing.
    mutating func set(milliseconds: Int) {
        due = milliseconds < 0 ? nil : milliseconds == 0 ? 0 : Self.now + UInt64(milliseconds) * 1_000_000
    }

    /// Whether it is time; it is not any more after that.
    mutating func takeDue() -> Bool {
        guard let due, due == 0 || due <= Self.now else { return false }
        self.due = nil
        return true
    }

    /// Whether a thread that sleeps would sleep too long.
    var isBeforeWaking: Bool { due.map { due in sleepsUntil.map { due < $0 } ?? true } ?? false }

    /// How long the thread may sleep now, in milliseconds: rounded up, as waking early would mean waking twice; -1 for ever.
    ///
    /// A time that was taken back is kept: every request has one, its connection's deadline, and takes it back, and the next one's
    /// is later and need not wake anybody.
    mutating func sleep() -> Int32 {
        if due == 0 { return 0 }
        let now = due == nil && sleepsUntil == nil ? 0 : Self.now
        if let until = sleepsUntil, until <= now { sleepsUntil = nil }
        sleepsUntil = [due, sleepsUntil].compactMap(\.self).min()
        guard let until = sleepsUntil else { return -1 }
        return now < until ? Int32(min((until - now + 999_999) / 1_000_000, 60_000)) : 0
    }

    /// Nanoseconds on the machine's clock.
    static var now: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }
}

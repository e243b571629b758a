internal import Glibc

/// The time at which curl wants to be called even if no socket has an event, and until when the loop's thread sleeps.
///
/// It uses the machine's clock, even if the client has another one, because curl uses the machine's clock.
struct LoopTimer {
    /// In nanoseconds; nil for never.
    private var due: UInt64?
    /// The time that the thread was given when it last went to sleep.
    private var sleepsUntil: UInt64?

    /// Sets the time that curl asks for, in milliseconds from now; negative for none.
    mutating func set(milliseconds: Int) {
        due = milliseconds < 0 ? nil : milliseconds == 0 ? 0 : Self.now + UInt64(milliseconds) * 1_000_000
    }

    /// Whether the time has come. After that the timer is no longer set.
    mutating func takeDue() -> Bool {
        guard let due, due == 0 || due <= Self.now else { return false }
        self.due = nil
        return true
    }

    /// Whether a sleeping thread would sleep past the time.
    var isBeforeWaking: Bool { due.map { due in sleepsUntil.map { due < $0 } ?? true } ?? false }

    /// How long the thread may sleep now, in milliseconds; -1 for no limit.
    ///
    /// It is rounded up, because waking early would mean waking twice. A time that curl takes back is kept as the wake-up time.
    /// Every request sets its connection's deadline and takes it back. The next request's deadline is later, so it need not
    /// wake the thread.
    mutating func sleep() -> Int32 {
        if due == 0 { return 0 }
        let now = due == nil && sleepsUntil == nil ? 0 : Self.now
        if let until = sleepsUntil, until <= now { sleepsUntil = nil }
        sleepsUntil = [due, sleepsUntil].compactMap(\.self).min()
        guard let until = sleepsUntil else { return -1 }
        return now < until ? Int32(min((until - now + 999_999) / 1_000_000, 60_000)) : 0
    }

    /// The nanoseconds on the machine's clock.
    static var now: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }
}

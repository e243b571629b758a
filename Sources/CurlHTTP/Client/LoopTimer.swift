internal import Glibc

/// The time at which curl wants to be called even if no socket has an event.
///
/// It uses the machine's clock, even if the client has another one, because curl uses the machine's clock.
struct LoopTimer {
    /// In nanoseconds; nil for never.
    private var due: UInt64?

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

    /// The time until then in milliseconds; -1 for no limit. It is rounded up, because waking early would mean waking twice.
    var milliseconds: Int32 {
        guard let due else { return -1 }
        let now = Self.now
        return now < due ? Int32(min((due - now + 999_999) / 1_000_000, 60_000)) : 0
    }

    /// The nanoseconds on the machine's clock.
    private static var now: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }
}

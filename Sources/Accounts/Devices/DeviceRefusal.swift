/// Why the login of a device does not go on.
package enum DeviceRefusal: Error, Sendable, Hashable {
    /// There is no such code, or it was used or forgotten.
    case unknown
    case expired
    /// Nobody has decided yet.
    case pending
    /// The device asks too often, and has to wait this many seconds between two questions from now on.
    case slowDown(interval: Int)
    case denied
    /// As many logins wait as may.
    case busy
    /// The person has typed too many wrong codes.
    case guessing(wait: Duration)
}

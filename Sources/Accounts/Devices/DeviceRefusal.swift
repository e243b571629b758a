/// Why the login of a device does not continue.
package enum DeviceRefusal: Error, Sendable, Hashable {
    /// There is no such code, or it was used or forgotten.
    case unknown
    case expired
    /// The login is neither approved nor denied yet.
    case pending
    /// The device asks too often, and has to wait this many seconds between two questions from now on.
    case slowDown(interval: Int)
    case denied
    /// The maximum number of logins is waiting.
    case busy
    /// The person has typed too many wrong codes.
    case guessing(wait: Duration)
}

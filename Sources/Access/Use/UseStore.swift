/// What is limited by the day or by the month.
package enum Resource: String, Sendable, Hashable, CaseIterable {
    /// Audio that is heard, in milliseconds.
    case audio
    /// The same in a calendar month, which is stored under its first day.
    case monthlyAudio = "audio-month"
    /// Money for calls of providers, in billionths of a US dollar.
    case money
}

/// Keeps what was used on each day, counted from 1970 in UTC. Several processes may use it at the same time.
///
/// When a call returns, its changes are on the disk. Errors are `Problem`s of kind `store`.
package protocol UseStore: Sendable {
    /// Adds up to an amount to what was used, as far as the limit allows.
    ///
    /// - Returns: what was added.
    func add(
        _ amount: Int64, of resource: Resource, by name: String, day: Int, limit: Int64
    ) async throws -> Int64

    /// Changes what was used by an amount that may be negative. A negative one changes only what is there, so that work that
    /// ends after ``forget(_:)`` leaves nothing.
    func correct(_ amount: Int64, of resource: Resource, by name: String, day: Int) async throws

    func used(_ resource: Resource, by name: String, day: Int) async throws -> Int64

    /// Removes all that is stored under a name, except for what was heard in a month.
    ///
    /// - Parameters:
    ///   - marks: under which that is kept, once each; it is not added to what is there.
    ///   - month: its first day. What was kept of earlier months is removed.
    func forget(_ name: String, leaving marks: [UseMark], of month: Int) async throws

    /// Counts what was kept under marks for a name, unless as much is counted already, and removes the marks.
    ///
    /// - Parameter month: its first day.
    func recall(_ marks: [UseMark], for name: String, of month: Int) async throws

    /// Adds all that is stored under a name to what another one has used, and removes it under the first one.
    func move(_ name: String, to other: String) async throws
}

/// Stands for the person of an erased account: a keyed hash, which tells nothing without the key.
package struct UseMark: Sendable, Hashable {
    /// How the name begins, so that it is none of a principal.
    package static let prefix = "erased:"

    package let name: String

    package init(_ hash: String) { name = Self.prefix + hash }
}

/// An error of a stand-in: a request that breaks HTTP or a limit, a script without an answer, or a missing fixture.
public struct StandInProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// One clause in lower case without a full stop.
    public var message: String

    public init(_ message: String) { self.message = message }

    public var description: String { message }
}

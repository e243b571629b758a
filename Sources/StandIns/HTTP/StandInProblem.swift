/// An error of a stand-in: a request that breaks HTTP or a limit, a script without an answer, or a missing fixture.
package struct StandInProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// One clause in lower case without a full stop.
    package var message: String

    package init(_ message: String) { self.message = message }

    package var description: String { message }
}

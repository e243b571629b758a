/// Hints of servers to each other that something has changed, such as a job.
///
/// A hint may be lost, and may come twice. The store has what has changed, and servers also look there from time to time.
package protocol ChangeHints: Sendable {
    /// Whether hints of other servers come at the moment.
    var areComing: Bool { get }

    /// Sends a hint to all others, without waiting for it.
    ///
    /// - Parameter topic: what has changed, in a few words.
    func send(_ topic: String)

    /// Passes the hints of others on, until the task is cancelled.
    func receive(_ body: @escaping @Sendable (_ topic: String) -> Void) async
}

/// A provider whose first call would wait for something that can be had before it, such as a connection.
public protocol WarmableProvider: Sendable {
    /// Where it is reached; who is reached at the same place is warmed with it.
    var place: String { get }

    /// Gets it. Costs nothing, and fails in silence: the first call tells what is wrong.
    func warm() async
}

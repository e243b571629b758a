/// A provider whose first call would wait for something that can be prepared before it, such as a connection.
public protocol WarmableProvider: Sendable {
    /// The place where it is reached. Providers that are reached at the same place are warmed together.
    var place: String { get }

    /// Prepares it. This costs nothing and reports no failure: the first call reports what is wrong.
    func warm() async
}

internal import Plumbing

/// Remembers that the store can no longer be trusted, or has been closed. After that, every call is refused.
final class Health: Sendable {
    private let place: String
    private let end = Locked<Problem?>(nil)

    init(place: String) { self.place = place }

    /// - Throws: why the store cannot be used any more.
    func check() throws {
        if let problem = end.withLock({ $0 }) { throw problem }
    }

    /// Runs work on files or the database. Every error is thrown as a `Problem` of the store.
    func guarding<Result>(_ work: () throws -> Result) throws -> Result {
        try check()
        do { return try work() } catch { throw note(error) }
    }

    /// Converts an error into the one that the caller gets, and notes whether it makes the store unusable.
    func note(_ error: any Error) -> any Error {
        let described = StoreProblem.describe(error, at: place)
        if StoreProblem.isFatal(error), let problem = described as? Problem {
            end.withLock { end in end = end ?? problem }
        }
        return described
    }

    /// - Returns: whether the store was open until now.
    func close() -> Bool {
        end.withLock { end in
            guard end?.code != StoreProblem.closed.code else { return false }
            end = StoreProblem.closed.at(place)
            return true
        }
    }
}

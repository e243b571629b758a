internal import Plumbing

/// Remembers that the store can no longer be trusted or has been closed: from then on every call is refused.
final class Health: Sendable {
    private let place: String
    private let end = Locked<Problem?>(nil)

    init(place: String) { self.place = place }

    /// - Throws: why the store cannot be used any more.
    func check() throws {
        if let problem = end.withLock({ $0 }) { throw problem }
    }

    /// Runs work on files or the database; every error comes out as a `Problem` of the store.
    func guarding<Result>(_ work: () throws -> Result) throws -> Result {
        try check()
        do { return try work() } catch { throw note(error) }
    }

    /// What an error means to the caller, and to the store from now on.
    func note(_ error: any Error) -> any Error {
        let described = StoreProblem.describe(error, at: place)
        if StoreProblem.isFatal(error), let problem = described as? Problem {
            end.withLock { end in end = end ?? problem }
        }
        return described
    }

    /// - Returns: whether it was open until now.
    func close() -> Bool {
        end.withLock { end in
            guard end?.code != StoreProblem.closed.code else { return false }
            end = StoreProblem.closed.at(place)
            return true
        }
    }
}

package import Conversations
package import Plumbing

/// How changes and rows fail, whatever database they are in. The codes are part of the interface.
package enum TableProblem {
    package static func conflict(_ what: String) -> Problem {
        Problem(
            .store, "store.conflict", what,
            cure:
                "nothing was changed, and what is stored stays; run the command again, and report this if it fails again"
        )
    }

    package static let damagedBlobCode = "store.corrupt-blob"

    /// - Parameter cure: how the blob can be made again; nil if it cannot.
    package static func damagedBlob(_ id: BlobID, cure: String? = nil) -> Problem {
        Problem(
            .store, damagedBlobCode, "the stored audio \(id.rawValue) is damaged",
            cure: cure ?? "restore a backup; all text of the conversation is there without it")
    }

    package static func malformedBlob(_ id: BlobID) -> Problem {
        Problem(.store, "store.malformed-blob", "'\(id.rawValue.prefix(80))' is not the name of stored audio")
    }

    package static let localScope = Problem(
        .usage, "scope.local", "the local scope cannot be removed", cure: "delete its conversations one by one")

    /// - Parameter process: the process that uses it; nil if it is not known.
    package static func scopeInUse(_ scope: Scope, by process: Int32?) -> Problem {
        Problem(
            .usage, "scope.busy", "the scope \(scope) is in use\(process.map { " by the process \($0)" } ?? "")",
            cure: "try again when no program works on it")
    }

    /// Sound that is added to a spool where it does not end.
    package static func gap(at sample: Int) -> Problem {
        conflict("sound at sample \(sample) does not continue the spool")
    }
}

extension BlobID {
    /// Whether it is a SHA-256 in 64 hexadecimal digits.
    package var isWellFormed: Bool {
        rawValue.utf8.count == 64 && rawValue.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
}

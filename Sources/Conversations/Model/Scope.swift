package import Plumbing

/// The owner of conversations, phrases, finished work and audio, such as one tenant of a service.
///
/// Nothing is shared between scopes. A store is opened for one scope, so no call can forget it, and what one scope has stored
/// does not exist in another. The identifiers of a recording's conversation and the keys of finished work contain the scope.
package struct Scope: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 1 to 64 letters from `a` to `z`, digits, `-` and `_`, beginning with a letter or a digit. So it is a safe name of a folder,
    /// also if the file system ignores case.
    package let name: String

    /// The scope of the user of this machine; all conversations of earlier versions are in it.
    package static let local = Scope(valid: "local")

    /// The largest number of characters of a name.
    package static let longestName = 64

    private init(valid name: String) { self.name = name }

    /// - Throws: ``Problem`` of kind `usage`, code `scope.name`.
    package init(_ name: String) throws(Problem) {
        let ends = (UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"))
        func isPlain(_ byte: UInt8) -> Bool { ends.0.contains(byte) || ends.1.contains(byte) }
        guard (1...Self.longestName).contains(name.utf8.count), name.utf8.first.map(isPlain) ?? false,
            name.utf8.allSatisfy({ isPlain($0) || "-_".utf8.contains($0) })
        else {
            throw Problem(
                .usage, "scope.name", "'\(name.clipped(to: 80).printableOnOneLine)' is no name of a scope",
                cure:
                    "use 1 to \(Self.longestName) lower-case letters, digits, '-' and '_', beginning with a letter or digit"
            )
        }
        self.name = name
    }

    /// Whether it is ``local``.
    package var isLocal: Bool { self == .local }

    package var description: String { name }

    package static func < (a: Self, b: Self) -> Bool { a.name < b.name }
}

/// Encoded as its name.
extension Scope: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do { self = try Scope(try container.decode(String.self)) } catch let problem as Problem {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: problem.description)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

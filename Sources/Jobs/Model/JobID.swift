internal import Conversations

/// The name of a job: `j` and twenty characters.
package struct JobID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    package var rawValue: String

    /// - Returns: nil unless the text has the form of an identifier, so that it is a safe name of a file.
    package init?(rawValue: String) {
        guard rawValue.utf8.first == UInt8(ascii: "j"), ConversationID.isWellFormed("c" + rawValue.dropFirst()) else {
            return nil
        }
        self.rawValue = rawValue
    }

    private init(valid: String) { rawValue = valid }

    /// A name that cannot be guessed.
    package static func random() -> JobID { JobID(valid: "j" + ConversationID.random().rawValue.dropFirst()) }

    package var description: String { rawValue }
    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

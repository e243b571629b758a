internal import Conversations

/// The name of a job: `j` and twenty characters.
public struct JobID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    public var rawValue: String

    /// - Returns: nil unless the text has the form of an identifier, so that it is a safe name of a file.
    public init?(rawValue: String) {
        guard rawValue.utf8.first == UInt8(ascii: "j"), ConversationID.isWellFormed("c" + rawValue.dropFirst()) else {
            return nil
        }
        self.rawValue = rawValue
    }

    private init(valid: String) { rawValue = valid }

    public static func random() -> JobID { JobID(valid: "j" + ConversationID.random().rawValue.dropFirst()) }

    public var description: String { rawValue }
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

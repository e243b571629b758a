/// Where the words of a conversation come from.
package enum ConversationKind: String, Sendable, Codable, CaseIterable {
    /// From sound: speech is recognized.
    case heard
    /// From lines of text, which have no times.
    case written
    /// From a caption file: texts with times.
    case captions

    /// Whether the words are given, so that nothing is recognized.
    package var isGiven: Bool { self != .heard }
}

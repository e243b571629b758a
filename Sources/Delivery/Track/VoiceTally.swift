/// How many voices of a track say a shortened text, or had to be hurried or delayed, because their texts are long for their places.
package struct VoiceTally: Sendable, Hashable {
    /// A tempo above this one is noticed: 1.15 times that of the engine.
    package static let noticedTempo = 1.15
    /// Milliseconds after which a voice counts as late.
    package static let noticedDelay = 200

    package private(set) var spoken = 0
    /// Voices with texts that replace longer ones.
    package private(set) var shortened = 0
    /// Voices above ``noticedTempo``.
    package private(set) var hurried = 0
    /// Voices that start more than ``noticedDelay`` after their source.
    package private(set) var late = 0

    package init() {}

    /// - Parameter isShortened: whether its text replaces a longer one.
    package mutating func add(_ placement: TrackPlacement, isShortened: Bool) {
        spoken += 1
        if isShortened { shortened += 1 }
        if placement.tempo > Self.noticedTempo { hurried += 1 }
        if placement.shiftedMilliseconds > Self.noticedDelay { late += 1 }
    }

    /// One sentence; nil if there is nothing to notice.
    package var sentence: String? {
        let clauses = [
            shortened > 0 ? "\(shortened) \(shortened == 1 ? "says" : "say") a shortened text" : nil,
            hurried > 0
                ? "\(hurried) \(hurried == 1 ? "is" : "are") more than \(Self.noticedTempo) times as fast as usual"
                : nil,
            late > 0 ? "\(late) \(late == 1 ? "starts" : "start") more than 0.2 s late" : nil,
        ].compactMap(\.self)
        guard let last = clauses.last else { return nil }
        let others = clauses.dropLast().joined(separator: ", ")
        return "of \(spoken) voices, \(others.isEmpty ? last : "\(others) and \(last)"), "
            + "because their texts are long for their places"
    }
}

package import Audio
internal import Plumbing

/// The end of a live conversation that was heard and is not stored, because there was no room.
///
/// It is noted as soon as something waits for room, and taken back when everything is stored after all. So a process that is
/// killed in between leaves it, too.
package struct LostSpeech: Sendable, Hashable, Codable {
    /// Seconds of sound that were heard; nil if the process ended before that was known.
    package var heardTo: Double?

    package init(heardTo: Double? = nil) { self.heardTo = heardTo }

    /// What is missing, for the document and the summary.
    ///
    /// - Parameter seconds: where the stored speech ends.
    package func damage(after seconds: Double) -> AudioDamage {
        let until = heardTo.map { "up to \(clockTime($0)) " } ?? ""
        return AudioDamage(
            atSeconds: seconds, what: "what was said after this \(until)is not stored: there was no room on the disk")
    }
}

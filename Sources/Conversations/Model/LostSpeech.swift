package import Audio
internal import Plumbing

/// The end of a conversation that is not stored.
///
/// That there was no room is noted as soon as something waits for room, and taken back when everything is stored after all. So a
/// process that is killed in between leaves it, too.
package struct LostSpeech: Sendable, Hashable, Codable {
    /// Seconds of sound that were heard; nil if the process ended before that was known.
    package var heardTo: Double?
    /// True if the run ended before the end of an input that can be read only once; nil if the disk was full.
    package var isUnheard: Bool?

    package init(heardTo: Double? = nil) { self.heardTo = heardTo }

    /// Sound or text that was not read, because the run ended before.
    package static var unheard: LostSpeech {
        var lost = LostSpeech()
        lost.isUnheard = true
        return lost
    }

    /// What is missing and why, in a few words.
    package var summary: String {
        isUnheard == true ? "the rest is missing: the run was interrupted" : "speech lost: the disk was full"
    }

    /// What is missing, for the document and the summary.
    ///
    /// - Parameter seconds: where the stored speech ends.
    package func damage(after seconds: Double) -> AudioDamage {
        if isUnheard == true {
            return AudioDamage(
                atSeconds: seconds,
                what: "what follows is missing: the run ended before the end of an input that can be read only once")
        }
        let until = heardTo.map { "up to \(clockTime($0)) " } ?? ""
        return AudioDamage(
            atSeconds: seconds, what: "what was said after this \(until)is not stored: there was no room on the disk")
    }
}

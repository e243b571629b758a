package import Audio

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
        let until = heardTo.map { "up to \(Self.clock(wholeSeconds: Int($0))) " } ?? ""
        return AudioDamage(
            atSeconds: seconds, what: "what was said after this \(until)is not stored: there was no room on the disk")
    }

    /// `1:05`, `83:20`.
    private static func clock(wholeSeconds: Int) -> String {
        let seconds = wholeSeconds % 60
        return "\(wholeSeconds / 60):\(seconds < 10 ? "0" : "")\(seconds)"
    }
}

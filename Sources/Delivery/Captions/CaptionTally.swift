internal import Captions
internal import Language

/// The number of captions, and of those that go by faster than they are read with ease.
package struct CaptionTally: Sendable, Hashable, Codable {
    package var cues = 0
    /// The number of captions with more characters a second than ``speeds`` allows.
    package var fast = 0
    /// Characters a second that are read with ease, by the codes of the captions' languages: 17, and fewer in Chinese, Japanese
    /// and Korean.
    package var speeds: [String: Int] = [:]

    package init() {}

    /// How many styles inside a text could not be found again in its translation. It is told, and is in no document.
    package var unplacedStyles = 0

    private enum CodingKeys: CodingKey { case cues, fast, speeds }

    mutating func add(_ cue: DraftCue, shownFor milliseconds: Int) {
        add(cue.sides.map { ($0.language, $0.columns) }, shownFor: milliseconds, by: cue.profile)
    }

    /// - Parameter sides: the columns of a cue in each of its languages.
    mutating func add(
        _ sides: [(language: LanguageCode, columns: Int)], shownFor milliseconds: Int, by profile: CaptionProfile
    ) {
        cues += 1
        var isFast = false
        for side in sides {
            let limits = profile.limits(of: side.language)
            speeds[side.language.rawValue] = limits.easySpeed / limits.columnsPerCharacter
            if side.columns * 1_000 > limits.easySpeed * milliseconds { isFast = true }
        }
        if isFast { fast += 1 }
    }

    /// One line for users; nil if all captions can be read with ease.
    ///
    /// `2 of 46 captions go by at more than 17 characters a second`
    package var summary: String? {
        guard fast > 0 else { return nil }
        let several = Set(speeds.values).count > 1
        let speeds =
            several
            ? speeds.sorted { $0.key < $1.key }.map { "\($0.value) (\($0.key))" }
            : speeds.values.prefix(1).map(String.init)
        let captions = cues == 1 ? "1 caption goes" : "\(cues) captions \(fast == 1 ? "goes" : "go")"
        return "\(fast) of \(captions) by at more than \(speeds.joined(separator: " or ")) characters a second"
    }
}

package import Captions
import Configuration
import Language
package import Plumbing

/// What the settings say of captions.
package struct CaptionRules {
    private let settings: Settings

    package init(_ settings: Settings) { self.settings = settings }

    /// The rules for captions: a profile, with the figures that the settings change.
    ///
    /// - Throws: `Problem` of kind `usage` that names the setting: there is no such profile, or a figure cannot be.
    package func profile() throws(Problem) -> CaptionProfile {
        let name = settings.string(.captionProfile)
        guard var profile = CaptionProfile.named(name) else {
            throw Problem(
                .usage, "captions.profile", "there is no profile of captions '\(name)'",
                cure: cure(
                    for: name, among: CaptionProfile.all.map(\.name),
                    otherwise: "use one of: \(CaptionProfile.all.map(\.name).joined(separator: ", ")), and change its "
                        + "figures with captions.characters and the other settings of captions"))
        }
        let published = profile
        for (language, characters) in try figures(.captionCharacters, 5...200) {
            var limits = profile.limits(of: language)
            limits.columns = characters * limits.columnsPerCharacter
            profile.setLimits(limits, of: language)
        }
        for (language, speed) in try figures(.captionSpeed, 1...100) {
            var limits = profile.limits(of: language)
            limits.columnsPerSecond = speed * limits.columnsPerCharacter
            profile.setLimits(limits, of: language)
        }
        let lines = try settings.int(.captionLines, in: 0...4)
        if lines > 0 { profile.lines = lines }
        if let shortest = try milliseconds(.captionShortest) { profile.shortest = shortest }
        if let longest = try milliseconds(.captionLongest) { profile.longest = longest }
        guard profile.shortest * 2 <= profile.longest else {
            throw Problem(
                .usage, "config.value",
                "captions may last \(profile.shortest) to \(profile.longest) ms, which leaves no room to divide one",
                cure: "give captions.longest at least twice captions.shortest")
        }
        let frames = try settings.int(.captionGapFrames, in: -1...100)
        if frames >= 0 { profile.gapFrames = frames }
        profile.frameRate = try frameRate()
        var own = profile
        own.frameRate = published.frameRate
        if own != published { profile.name = "own" }
        return profile
    }

    /// Whether captions of what was said have the times of their words.
    ///
    /// - Throws: `Problem` of kind `usage` if the setting is neither on nor off.
    package func timesWords() throws(Problem) -> Bool {
        switch settings.string(.captionKaraoke) {
        case "on": return true
        case "off": return false
        case let other:
            throw Problem(
                .usage, "config.value", "captions.karaoke is '\(other)' (\(settings.value(.captionKaraoke).origin))",
                cure: "use one of: on, off")
        }
    }

    private func milliseconds(_ setting: Setting) throws(Problem) -> Int? {
        guard let length = try settings.optionalDuration(setting) else { return nil }
        let (seconds, attoseconds) = length.components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    private func frameRate() throws(Problem) -> Double {
        let content = settings.value(.captionFrameRate).content
        let rate: Double? =
            switch content {
            case .double(let number): number
            case .int(let number): Double(number)
            default: nil
            }
        guard let rate, (1...1_000).contains(rate) else {
            throw Problem(
                .usage, "config.value",
                "captions.frame-rate is \(content.display) (\(settings.value(.captionFrameRate).origin))",
                cure: "give it the frames of a second, from 1 to 1000, such as 23.976")
        }
        return rate
    }

    /// The figures of a list such as `40, ja=14`: those of the languages that are named, and of all others that are not Chinese,
    /// Japanese or Korean.
    private func figures(_ setting: Setting, _ range: ClosedRange<Int>) throws(Problem) -> [LanguageCode: Int] {
        var figures: [LanguageCode: Int] = [:]
        var named: [LanguageCode: Int] = [:]
        for text in settings.strings(setting) {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map {
                $0.filter { !$0.isWhitespace }
            }
            guard (1...2).contains(parts.count), let last = parts.last, let number = Int(last), range.contains(number)
            else {
                throw Problem(
                    .usage, "config.value", "\(setting.name) has '\(text)' (\(settings.value(setting).origin))",
                    cure: "give it numbers from \(range.lowerBound) to \(range.upperBound), such as 40 or ja=14")
            }
            if parts.count == 2 {
                named[try LanguageCode(parsing: parts[0])] = number
            } else {
                for language in LanguageCode.known where !language.isEastAsian { figures[language] = number }
            }
        }
        return figures.merging(named) { $1 }
    }
}

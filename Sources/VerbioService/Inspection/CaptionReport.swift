package import Captions
import Language

/// What a check of a caption file has found, as JSON for programs.
package struct CaptionReport: Encodable, Sendable {
    struct Profile: Encodable {
        var name: String
        var lines: Int
        var shortestSeconds: Double
        var longestSeconds: Double
        var gapFrames: Int
        var frameRate: Double
        /// Of the languages of the file.
        var charactersPerLine: [String: Double]
        var charactersPerSecond: [String: Double]
    }

    struct Finding: Encodable {
        var cue: Int
        /// The line of the file, from 1.
        var line: Int
        /// Seconds.
        var start: Double
        var end: Double
        var rule: String
        var value: Double?
        var limit: Double?
        var unit: String?
        var text: String
    }

    let file: String
    let format: String
    let languages: [String]
    let profile: Profile
    let cues: Int
    let brokenCues: Int
    /// The number of cues that break each rule.
    let rules: [String: Int]
    let findings: [Finding]
    /// What could not be read, by line.
    let losses: [String]

    package init(_ findings: CaptionFindings, in captions: OpenedCaptions, by profile: CaptionProfile) {
        file = captions.name
        format = captions.script.format
        let languages = captions.languages.languages
        self.languages = languages.map(\.rawValue)
        func figures(_ figure: (CaptionLimits) -> Int) -> [String: Double] {
            var figures: [String: Double] = [:]
            for language in languages {
                let limits = profile.limits(of: language)
                figures[language.rawValue] = limits.characters(figure(limits))
            }
            return figures
        }
        self.profile = Profile(
            name: profile.name, lines: profile.lines, shortestSeconds: Double(profile.shortest) / 1_000,
            longestSeconds: Double(profile.longest) / 1_000, gapFrames: profile.gapFrames,
            frameRate: profile.frameRate, charactersPerLine: figures(\.columns),
            charactersPerSecond: figures(\.columnsPerSecond))
        cues = findings.cues
        brokenCues = findings.broken
        rules = Dictionary(
            uniqueKeysWithValues: CaptionFinding.Rule.allCases.map { ($0.rawValue, findings.count($0)) })
        self.findings = findings.all.map {
            Finding(
                cue: $0.number, line: $0.line, start: Double($0.start) / 1_000, end: Double($0.end) / 1_000,
                rule: $0.rule.rawValue, value: $0.value.map { ($0 * 1_000).rounded() / 1_000 }, limit: $0.limit,
                unit: $0.unit.isEmpty ? nil : $0.unit, text: $0.what)
        }
        losses = captions.unread
    }
}

extension CaptionFindings {
    /// One line for users: `film.srt: 46 cues, 3 break netflix: 2 reading-speed, 1 gap`.
    package func line(_ name: String, _ profile: CaptionProfile) -> String {
        let counted = "\(cues) \(cues == 1 ? "cue" : "cues")"
        guard broken > 0 else { return "\(name): \(counted), all keep \(profile.name)" }
        return "\(name): \(counted), \(broken) \(broken == 1 ? "breaks" : "break") \(profile.name): \(summary)"
    }
}

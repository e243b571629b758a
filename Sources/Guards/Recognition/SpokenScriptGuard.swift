internal import Language
internal import Providers

/// The text is in a script that no candidate language is written in.
struct SpokenScriptGuard: RecognitionGuard {
    let name = "language"

    func finding(in heard: HeardAnswer) -> RecognitionFinding? {
        guard !heard.candidates.isEmpty else { return nil }
        let counts = heard.text.scripts
        guard counts.total >= 2 else { return nil }
        // Names and words such as "OK" are written in Latin letters everywhere.
        if counts.latin == counts.total, counts.latin <= 12 { return nil }
        let own = heard.candidates.lazy.map { counts.expected($0) }.max() ?? 0
        guard own * 5 < counts.total else { return nil }
        let names = heard.candidates.map(\.englishName).joined(separator: " or ")
        var finding = RecognitionFinding(
            name: name, weight: .typical, reason: "it is not written as \(names) is", evidence: [heard.excerpt])
        // In a third language, the script may be right.
        let language = heard.recognition.language
        finding.expectedScript = heard.candidates.contains(language) ? language : nil
        return finding
    }
}

internal import Audio
package import Conversations
package import Language
internal import Providers

/// What is done with a recognized text, and why.
package struct RecognitionVerdict: Sendable, Hashable {
    /// What is done with the recognition.
    package enum Decision: Sendable, Hashable {
        case keep
        /// Ask the recognizer again, without the prompt.
        case askAgain
        /// Keep only this part of the text.
        case cut(String)
        /// Drop the text: it was not said.
        case drop
    }

    package var decision: Decision
    package var flags: [RecognitionFlag]
    /// The language of the script that the text should be in and is not, if the text is kept.
    package var expectedScript: LanguageCode?

    package init(decision: Decision, flags: [RecognitionFlag]) {
        self.decision = decision
        self.flags = flags
    }
}

/// The guards over what was recognized, and the decision they lead to.
///
/// Neither the text nor the voice decides alone. Recognizers invent stock phrases, but people say "thank you", too; noise makes
/// utterances, but people mumble. So a text is dropped only if it is odd *and* the evidence for a voice is weak. A text that
/// was clearly said stays, with a flag:
///
/// | dropped if | the text | the waveform | the recognizer |
/// |---|---|---|---|
/// | odd words, weak voice | typical of inventions | two doubts | |
/// | odd words, hardly a voice | anything odd | two doubts, one of them the network's | |
/// | no speech, as the recognizer reports | | one doubt | two |
/// | no speech, and unsure of the words | | the network is not sure of a voice | three |
/// | both | telling, or two findings | two doubts together | |
/// | impossible to say | far too long for the audio, with nothing to cut | | |
///
/// If the recognizer got a prompt that can be the cause, it is first called again without the prompt.
package struct RecognitionGuards: Sendable {
    private let guards: [any RecognitionGuard]

    package init() {
        self.init([
            PromptEchoGuard(), NoSpeechGuard(), UnsureGuard(), LoopGuard(), BoilerplateGuard(), RateGuard(),
            SpokenScriptGuard(),
            EarlyEndGuard(),
        ])
    }

    init(_ guards: [any RecognitionGuard]) { self.guards = guards }

    /// All guards, as a conversation uses them.
    package static let standard = RecognitionGuards()

    /// The names of the guards in their order.
    package var names: [String] { guards.map(\.name) }

    /// Whether a guard has any doubt, except that the recognizer is unsure of the words.
    package func suspects(_ heard: HeardAnswer) -> Bool {
        let verdict = verdict(on: heard)
        return verdict.decision != .keep || verdict.flags.contains { $0.name != UnsureGuard.flag }
    }

    /// What to do with a recognition, and what the guards have found in it.
    package func verdict(on heard: HeardAnswer) -> RecognitionVerdict {
        var findings: [RecognitionFinding] = []
        for check in guards {
            if let finding = check.finding(in: heard) { findings.append(finding) }
        }
        guard !findings.isEmpty else { return RecognitionVerdict(decision: .keep, flags: []) }
        let deciding = findings.filter { $0.weight > .remark }
        let decision = deciding.isEmpty ? .keep : decision(on: deciding, heard)
        let flags = findings.filter { decision != .keep || Self.isWorthTelling($0, of: heard) }.map { finding in
            RecognitionFlag(
                name: finding.name, verdict: Self.verdict(decision, finding),
                reason: "\(finding.reason); \(Self.voice(heard))", evidence: finding.evidence)
        }
        var verdict = RecognitionVerdict(decision: decision, flags: flags)
        if decision == .keep { verdict.expectedScript = findings.lazy.compactMap(\.expectedScript).first }
        return verdict
    }

    private func decision(
        on findings: [RecognitionFinding], _ heard: HeardAnswer
    ) -> RecognitionVerdict.Decision {
        if heard.prompt != nil, findings.contains(where: \.blamesPrompt) { return .askAgain }
        let voice = heard.voiceDoubts
        var recognizer = heard.recognizerDoubts
        // For a real "thank you", recognizers of Whisper's kind report a probability of no speech below 0.02.
        let noSpeech = heard.recognition.signals?.noSpeech ?? 0
        if recognizer == 0, noSpeech > 0.06 { recognizer = 1 }
        // Whisper's own limit. With words that people hardly ever say, no doubt of another kind is needed.
        if noSpeech > 0.6 { recognizer = max(recognizer, 2) }
        let heaviest = findings.lazy.map(\.weight).max() ?? .hint
        let sum = findings.reduce(0) { $0 + $1.weight.rawValue }
        let isDropped =
            voice >= 2 && heaviest >= (heard.isDoubtedByNetwork ? .unusual : .typical)
            || voice >= 1 && heard.recognizerDoubts >= 2
            || heard.recognizerDoubts >= 3 && !heard.isSureByNetwork
            || voice + recognizer >= 2 && sum >= RecognitionFinding.Weight.telling.rawValue
        if isDropped { return .drop }
        if let remainder = findings.lazy.compactMap(\.remainder).first { return .cut(remainder) }
        return heaviest == .impossible ? .drop : .keep
    }

    /// Whether a finding is worth a flag: "thank you" is not while the recognizer is sure of it.
    private static func isWorthTelling(_ finding: RecognitionFinding, of heard: HeardAnswer) -> Bool {
        finding.name != BoilerplateGuard.flag || finding.weight == .telling
            || heard.recognizerDoubts > 0
    }

    private static func verdict(
        _ decision: RecognitionVerdict.Decision, _ finding: RecognitionFinding
    ) -> RecognitionFlag.Verdict {
        switch decision {
        case .keep: .kept
        case .askAgain: finding.blamesPrompt ? .askedAgain : .kept
        case .cut: finding.remainder == nil ? .kept : .cut
        case .drop: .dropped
        }
    }

    private static func voice(_ heard: HeardAnswer) -> String {
        let evidence = heard.evidence
        let level = Int(evidence.rmsDBFS.rounded())
        let rise = Int(evidence.snrDB.rounded())
        let network = evidence.speechProbability.map { ", a voice by \(Int(($0 * 100).rounded())) %" } ?? ""
        return "\(evidence.voicedMilliseconds) ms of voice at \(level) dBFS, \(rise) dB above the noise\(network)"
    }
}

import Audio
import Conversations
import Guards
import Interpreting
import Language
import Providers
import VerbioTesting

/// Something that was heard in noise: what the waveform says, and what a recognizer made of it.
struct NoiseCase: Sendable {
    var answer: Recognition
    var evidence: SpeechEvidence
    /// The length of the audio that was sent.
    var seconds: Double

    var heard: HeardAnswer {
        HeardAnswer(answer, evidence: evidence, seconds: seconds, candidates: [answer.language])
    }
}

enum NoiseCases {
    /// Every phrase, loop and sound, and sentences that cannot have been said, over noises of every kind; the same ones in every
    /// run.
    static let all: [NoiseCase] = {
        var random = SplitMix64(seed: 2_026)
        var cases: [NoiseCase] = []
        func add(_ text: String, _ language: LanguageCode, signals: RecognitionSignals? = nil) {
            let voiced = Int.random(in: 90...900, using: &random)
            let (evidence, seconds) = noise(voiced: voiced, &random)
            cases.append(
                NoiseCase(
                    answer: Recognition(text: text, language: language, signals: signals), evidence: evidence,
                    seconds: seconds))
        }
        for language in LanguageCode.tested {
            for phrase in Hallucinations.phrases[language] ?? [] {
                // Half the recognizers say nothing about how sure they are, others are sure of what they invent.
                let signals =
                    Bool.random(using: &random)
                    ? RecognitionSignals(noSpeech: 0.4, meanLogProbability: -0.3) : nil
                add(phrase, language, signals: signals)
            }
            for period in Hallucinations.loops[language] ?? [] {
                let times = Int.random(in: 6...40, using: &random)
                let space = language.isWrittenWithoutSpaces ? "" : " "
                add(Array(repeating: period, count: times).joined(separator: space), language)
            }
        }
        for sound in Hallucinations.sounds { add(sound, .en) }
        // A phrase of another language than the one asked for, and what the recognizer itself does not believe.
        for (index, language) in LanguageCode.tested.enumerated() {
            let other = LanguageCode.tested[(index + 6) % LanguageCode.tested.count]
            guard let phrase = Hallucinations.phrases[other]?.first else { continue }
            add(phrase, language)
            add(
                invented[index % invented.count], .en,
                signals: RecognitionSignals(noSpeech: 0.93, meanLogProbability: -0.4))
            add(
                invented[index % invented.count], .en,
                signals: RecognitionSignals(noSpeech: 0.7, meanLogProbability: -1.3))
        }
        return cases
    }()

    /// Invented sentences that only the recognizer's own doubts reveal.
    static let invented = [
        "I think we should go there.", "This is the first time.", "He was a good man.", "What are you doing here?",
        "There is a lot of water.",
    ]

    /// Two doubts or more: faint, hardly above the noise, short, or scattered over a long stretch.
    static func noise(
        voiced: Int, _ random: inout SplitMix64
    ) -> (evidence: SpeechEvidence, seconds: Double) {
        var (rms, snr, seconds) = (-44.0, 14.0, Double(voiced) / 1_000 + 0.5)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: snr = .random(in: 1...4.9, using: &random)
        case 1: rms = .random(in: -72 ... -58.1, using: &random)
        case 2: (rms, snr) = (.random(in: -57.9 ... -50.1, using: &random), .random(in: 5...9.9, using: &random))
        default: (seconds, snr) = (4 + Double(voiced) / 200, .random(in: 5...9.9, using: &random))
        }
        return (
            SpeechEvidence(
                voicedMilliseconds: voiced, rmsDBFS: rms, peakDBFS: rms + 12, snrDB: snr, clippedSamples: 0), seconds
        )
    }
}

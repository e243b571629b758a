import Audio
import Language
import Plumbing
import Providers
import SimulatedProviders

/// A tone that is different for each number.
func tone(_ number: Int, seconds: Double = 2) -> [Float] {
    let period = (0..<160).map { Float(($0 * (7 + number)) % 160) / 320 - 0.25 }
    let count = Int(seconds * Double(speechSampleRate))
    var samples: [Float] = []
    samples.reserveCapacity(count + period.count)
    while samples.count < count { samples.append(contentsOf: period) }
    return Array(samples.prefix(count))
}

func recognitionRequest(_ number: Int, language: LanguageCode = .en, seconds: Double = 2) -> RecognitionRequest {
    RecognitionRequest(
        audio: tone(number, seconds: seconds), language: language,
        context: CallContext(conversation: "test", utterance: number))
}

func translationRequest(_ text: String, _ pair: LanguagePair, utterance: Int = 1) -> TranslationRequest {
    TranslationRequest(text: text, pair: pair, context: CallContext(conversation: "test", utterance: utterance))
}

func synthesisRequest(_ text: String, _ language: LanguageCode = .es, utterance: Int = 1) -> SynthesisRequest {
    SynthesisRequest(text: text, language: language, context: CallContext(conversation: "test", utterance: utterance))
}

/// Takes partial answers.
final class Taken<Partial: Sendable>: Sendable {
    private let partials = Locked<[Partial]>([])
    var all: [Partial] { partials.withLock { $0 } }
    func take(_ partial: Partial) { partials.withLock { $0.append(partial) } }
}

/// The folder `config/scenarios` of this package.
let shippedScenarios = packageRoot + "/config/scenarios"

let packageRoot = #filePath.split(separator: "/").dropLast(3).reduce(into: "") { $0 += "/" + $1 }

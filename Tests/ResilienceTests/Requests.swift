import Audio
import Language
import Plumbing
import Providers

let context = CallContext(conversation: "test", utterance: 1)
let englishToSpanish = try! LanguagePair(from: .en, to: .es)

func failure(
    _ failure: ProviderError.Failure, retryAfter: Duration? = nil, stage: Stage = .translation
) -> ProviderError {
    ProviderError(failure, stage: stage, provider: "test", "it failed", retryAfter: retryAfter)
}

func translationRequest(_ text: String = "good day") -> TranslationRequest {
    TranslationRequest(text: text, pair: englishToSpanish, context: context)
}

/// Takes partial answers, notices and the like.
final class Taken<Partial: Sendable>: Sendable {
    private let partials = Locked<[Partial]>([])
    var all: [Partial] { partials.withLock { $0 } }
    func take(_ partial: Partial) { partials.withLock { $0.append(partial) } }
}

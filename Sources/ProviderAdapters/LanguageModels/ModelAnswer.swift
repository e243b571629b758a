internal import CurlHTTP
internal import Language
internal import Providers

/// What a language model has answered so far, in the terms all wires share.
struct ModelAnswer {
    var text: TranslationText
    /// Why it ended, as the wire calls it; nil while it has not.
    var ending: String?
    /// Why it is going to end, where the wire says that before the end.
    var announcedEnding: String?
    var refusal: String?
    var usage = Usage()

    /// Whether pieces are given on, even where the answer comes at once.
    private let streams: Bool

    init(_ declaration: TranslationDeclaration, _ prompt: InterpreterPrompt) {
        streams = declaration.streams ?? false
        text = TranslationText(prompt.form, of: prompt.source)
    }

    /// Takes in the next text and passes on what of it is translation.
    mutating func push(_ delta: String, to piece: PartialSink<String>) async throws {
        let news = text.push(delta)
        if streams, !news.isEmpty { try await piece(news) }
    }

    /// The finished text; what of it has not been passed on is passed on now.
    ///
    /// - Parameters:
    ///   - endings: how the wire calls an end that means: this is all.
    ///   - piece: where pieces went.
    /// - Throws: ``ProviderError`` of class `transient` where the answer broke off, and `unusable` for a refusal, an answer
    ///   that ended early or in the midst of thinking, is empty or has another form.
    func finished(endings: Set<String>, _ exchange: Exchange, piece: PartialSink<String>) async throws -> String {
        if let refusal, !refusal.isEmpty {
            throw exchange.error(.unusable, "the model refused: \(refusal)")
        }
        guard let ending else { throw exchange.error(.transient, "its answer broke off before the end") }
        guard endings.contains(ending) else {
            throw exchange.error(.unusable, "the model stopped early (\(ending))")
        }
        guard !text.isThought else {
            throw exchange.error(.unusable, "the model stopped before it had come to an end with thinking")
        }
        guard let finished = text.finished() else {
            throw exchange.error(.unusable, "the model's answer is not of the form it was asked for")
        }
        guard !finished.isEmpty else { throw exchange.error(.unusable, "the model's answer is empty") }
        guard let rest = text.rest(of: finished) else {
            throw exchange.error(
                .unusable,
                text.hasEndedThought
                    ? "the model thinks aloud and does not say where that begins; have its server tell thoughts apart, or ask for whole answers (streams: false)"
                    : "the model's answer is not of the form it was asked for")
        }
        if streams, !rest.isEmpty { try await piece(rest) }
        return finished
    }
}

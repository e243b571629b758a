internal import CurlHTTP
internal import Language
internal import Providers

/// What a language model has answered so far, in the terms all wires share.
struct ModelAnswer {
    var text: TranslationText
    /// Why it ended, as the wire calls it, or ``ModelEnding/unnamed``; nil while it has not.
    var ending: String?
    /// Why it is going to end, where the wire says that before the end.
    var announcedEnding: String?
    var refusal: String?
    var usage = Usage()
    /// What came as the model's thoughts, apart from the answer.
    private var thoughts = ""

    /// Whether pieces are given on, even where the answer comes at once.
    private let streams: Bool

    /// Bytes of thoughts that are kept, in case they are the answer.
    private static let mostThoughts = 256 << 10

    init(_ declaration: TranslationDeclaration, _ prompt: InterpreterPrompt) {
        streams = declaration.streams ?? false
        text = TranslationText(prompt.form, of: prompt.source, into: prompt.language)
    }

    /// Takes in the next text and passes on what of it is translation.
    mutating func push(_ delta: String, to piece: PartialSink<String>) async throws {
        let news = text.push(delta)
        if streams, !news.isEmpty { try await piece(news) }
    }

    /// Takes in what the server says are thoughts. They are never passed on.
    mutating func think(_ thought: String?) {
        guard let thought, thoughts.utf8.count + thought.utf8.count <= Self.mostThoughts else { return }
        thoughts += thought
    }

    /// The answer has ended; a reason that came before stays.
    mutating func end(_ reason: String? = nil) { ending = ModelEnding.told(reason) ?? ending ?? ModelEnding.unnamed }

    /// The finished text; what of it has not been passed on is passed on now.
    ///
    /// - Parameter piece: where pieces went.
    /// - Throws: ``ProviderError`` of class `transient` where the answer broke off, and `unusable` for a refusal, an answer
    ///   that ended early or in the midst of thinking, is empty or cannot be read.
    mutating func finished(_ exchange: Exchange, piece: PartialSink<String>) async throws -> AnswerReading.Found {
        if let refusal, !refusal.isEmpty {
            throw exchange.error(.unusable, "the model refused: \(refusal)")
        }
        if text.isEmpty { text.holdDocument(thoughts) }
        // Of a whole document nothing can be missing, though the connection says so.
        guard let ending = ending ?? (text.isWholeDocument ? ModelEnding.unnamed : nil) else {
            throw exchange.error(.transient, "its answer broke off before the end")
        }
        guard !ModelEnding.isCut(ending) else {
            throw exchange.error(.unusable, "the model stopped early (\(ending))")
        }
        guard !text.isThought else {
            throw exchange.error(.unusable, "the model stopped before it had come to an end with thinking")
        }
        guard let finished = text.finished() else {
            throw exchange.error(.unusable, "the model's answer is not of the form it was asked for")
        }
        guard !finished.text.isEmpty else {
            guard thoughts.isEmpty else {
                throw exchange.error(
                    .unusable, "the model's answer is empty: all that came is its reasoning",
                    cure: "turn thinking off (reasoning-effort: none under its options, or in its server)")
            }
            throw exchange.error(.unusable, "the model's answer is empty")
        }
        guard let rest = text.rest(of: finished.text) else {
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

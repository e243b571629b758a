internal import CurlHTTP
internal import Language
internal import Providers

/// A language model's answer so far, in the terms that all wires share.
struct ModelAnswer {
    var text: TranslationText
    /// The reason for its end, as the wire names it, or ``ModelEnding/unnamed``; nil until it has ended.
    var ending: String?
    /// The reason for its coming end, if the wire reports it before the end.
    var announcedEnding: String?
    var refusal: String?
    var usage = Usage()
    /// The text that came as the model's thoughts, apart from the answer.
    private var thoughts = ""

    /// Whether pieces are passed on, even if the answer comes as a whole.
    private let streams: Bool

    /// The most bytes of thoughts that are kept, in case they are the answer.
    private static let maximumThoughtBytes = 256 << 10

    init(_ declaration: TranslationDeclaration, _ prompt: InterpreterPrompt) {
        streams = declaration.streams ?? false
        text = TranslationText(prompt.form, of: prompt.source, into: prompt.language)
    }

    /// Takes in the next text and passes on the part of it that is translation.
    mutating func push(_ delta: String, to piece: PartialSink<String>) async throws {
        let news = text.push(delta)
        if streams, !news.isEmpty { try await piece(news) }
    }

    /// Takes in text that the server marks as thoughts. It is never passed on.
    mutating func think(_ thought: String?) {
        guard let thought, thoughts.utf8.count + thought.utf8.count <= Self.maximumThoughtBytes else { return }
        thoughts += thought
    }

    /// Whether the answer was cut, and the model had been thinking by then.
    var isCutThought: Bool { ending.map(ModelEnding.isCut) ?? false && (!thoughts.isEmpty || text.isThought) }

    /// Notes that the answer has ended; a reason that came earlier is kept.
    mutating func end(_ reason: String? = nil) {
        ending = ModelEnding.recognizedReason(reason) ?? ending ?? ModelEnding.unnamed
    }

    /// The finished text; the part of it that has not been passed on is passed on now.
    ///
    /// - Parameter piece: receives that part.
    /// - Throws: ``ProviderError`` of class `transient` if the answer broke off, and `unusable` for a refusal. Also `unusable`
    ///   for an answer that ended early or while the model was thinking, is empty or cannot be read.
    mutating func finished(_ exchange: Exchange, piece: PartialSink<String>) async throws -> AnswerReading.Found {
        if let refusal, !refusal.isEmpty {
            throw exchange.error(.unusable, "the model refused: \(refusal)")
        }
        if text.isEmpty { text.holdDocument(thoughts) }
        // A whole document cannot lack anything, even if the connection broke off.
        guard let ending = ending ?? (text.isWholeDocument ? ModelEnding.unnamed : nil) else {
            throw exchange.error(.transient, "its answer broke off before the end")
        }
        guard !ModelEnding.isCut(ending) else {
            throw exchange.error(.unusable, "the model stopped early (\(ending))")
        }
        guard !text.isThought else {
            throw exchange.error(.unusable, "the model stopped before the end of its reasoning")
        }
        guard let finished = text.finished() else {
            throw exchange.error(.unusable, "the model's answer does not have the requested format")
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
                    ? "the model writes its reasoning into the answer and does not mark its start; let its server separate reasoning, or request whole answers (streams: false)"
                    : "the model's answer does not have the requested format")
        }
        if streams, !rest.isEmpty { try await piece(rest) }
        return finished
    }
}

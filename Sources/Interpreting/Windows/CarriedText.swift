internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// The earlier text that a recognizer is shown: the end of the same speaker's text, in the same language.
///
/// Like the translators' context it reaches up to utterance n − lag. So it does not depend on the speed of the calls, and `lag`
/// neighbours are recognized at the same time. It begins again if a recognition was not to be trusted, if the speaker
/// changed the language or after a silence of five seconds. So an error is not passed on, and a new subject does not get
/// the text of the old one.
final class CarriedText: Sendable {
    /// The result of one utterance.
    private enum Entry: Sendable {
        case said(String, by: Speaker, in: LanguageCode, stretch: Int)
        /// A recognition that was dropped, or cut.
        case distrusted(Speaker)
    }

    private struct Stretches {
        var current = 0
        var end: Int?
        /// The stretch of each utterance in flight.
        var of: [Int: Int] = [:]
    }

    /// Recognizers read the last 224 tokens; in most scripts that is more than this many letters.
    static let longest = 200
    /// A silence after which the subject is assumed to change.
    static let silence = 5 * speechSampleRate
    /// This many utterances hold 200 letters, or the speaker said next to nothing.
    private static let utterances = 16

    private let window: ContextWindow<Entry>
    private let stretches = Locked(Stretches())

    init(lag: Int, inFlight: Int) {
        window = ContextWindow(count: Self.utterances, lag: lag, inFlight: inFlight)
    }

    /// Takes the position of an utterance. They must come in their order.
    func follow(_ utterance: Utterance) {
        stretches.withLock { stretches in
            if let end = stretches.end, utterance.speech.start - end >= Self.silence { stretches.current += 1 }
            stretches.end = max(stretches.end ?? 0, utterance.speech.end)
            stretches.of[utterance.sequence] = stretches.current
        }
    }

    /// The earlier text for one utterance; nil if there is none.
    ///
    /// - Parameter waiting: called first if earlier utterances are not recognized yet.
    func text(before utterance: Utterance, waiting: () async throws -> Void) async throws -> String? {
        let stretch = stretches.withLock { $0.of[utterance.sequence] }
        let entries = try await window.pairs(for: utterance.sequence, waiting: waiting)
        let language = utterance.direction.pair.from
        var parts: [String] = []
        var length = 0
        search: for entry in entries.reversed() where length < Self.longest {
            switch entry {
            case .said(let text, let speaker, let spoken, let when):
                guard when == stretch else { break search }
                guard speaker == utterance.speaker else { continue }
                guard spoken == language else { break search }
                parts.append(text)
                length += text.count
            case .distrusted(let speaker):
                if speaker == utterance.speaker { break search }
            }
        }
        guard !parts.isEmpty else { return nil }
        let joined = parts.reversed().joined(separator: language.isWrittenWithoutSpaces ? "" : " ")
        return Self.tail(of: joined, in: language)
    }

    /// Takes the result of an utterance. A second call changes nothing.
    ///
    /// - Parameter checked: nil if nothing was recognized.
    func settle(_ utterance: Utterance, _ checked: CheckedRecognition?) {
        let stretch = stretches.withLock { $0.of.removeValue(forKey: utterance.sequence) }
        guard let checked else { return window.settle(utterance.sequence, nil) }
        if checked.isDropped || checked.isCut {
            window.settle(utterance.sequence, .distrusted(utterance.speaker))
        } else if checked.recognition.hasWords {
            let said = checked.recognition
            window.settle(
                utterance.sequence,
                .said(
                    String(said.text.suffix(Self.longest)), by: utterance.speaker, in: said.language,
                    stretch: stretch ?? 0))
        } else {
            window.settle(utterance.sequence, nil)
        }
    }

    /// The last 200 characters, from the beginning of a word on.
    private static func tail(of text: String, in language: LanguageCode) -> String {
        guard text.count > longest else { return text }
        let tail = text.suffix(longest)
        guard !language.isWrittenWithoutSpaces, let space = tail.firstIndex(of: " ") else { return String(tail) }
        return String(tail[tail.index(after: space)...])
    }
}

extension CarriedText: UtteranceWindow {
    func begin(_ input: UtteranceInput) { follow(input.utterance) }

    func close(_ input: UtteranceInput, isLeftPending: Bool) {
        settle(input.utterance, CheckedRecognition(of: input.record))
    }

    func abandon(with error: any Error) { window.abandon(with: error) }
}

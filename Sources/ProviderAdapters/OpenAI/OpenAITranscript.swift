internal import Language
internal import Providers

/// The answer to a transcription in every JSON format of OpenAI and of compatible servers.
///
/// Decoding requires only what makes it an answer: a text (null is an empty one), or segments with texts. Other members are
/// taken if they can be read.
struct OpenAITranscript: Decodable {
    struct Segment: Decodable {
        var text: String?
        var words: [ReportedWord]?
        var end: LenientNumber?
        var noSpeech: LenientNumber?
        var logProbability: LenientNumber?
        var compressionRatio: LenientNumber?

        enum CodingKeys: String, CodingKey {
            case text, words, end
            case noSpeech = "no_speech_prob"
            case logProbability = "avg_logprob"
            case compressionRatio = "compression_ratio"
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            text = members.readable(.text)
            words = members.readableList(.words)
            end = members.readable(.end)
            noSpeech = members.readable(.noSpeech)
            logProbability = members.readable(.logProbability)
            compressionRatio = members.readable(.compressionRatio)
        }
    }

    struct Billing: Decodable {
        var seconds: LenientNumber?
        var inputTokens: LenientNumber?
        var outputTokens: LenientNumber?

        enum CodingKeys: String, CodingKey {
            case seconds
            case inputTokens = "input_tokens"
            case outputTokens = "output_tokens"
        }
    }

    private struct Detected: Decodable {
        var code: String
    }

    private enum CodingKeys: CodingKey {
        case text, language, languages, words, segments, usage
    }

    /// The text unchanged, with its white space and line ends; nil if only the segments have a text.
    private let text: String?
    /// The language as the server reports it: a name in English, `spanish`, or a code.
    let languageTold: String?
    let segments: [Segment]
    /// Words, or tokens of words, in order.
    let words: [ReportedWord]
    let usage: Billing?

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            // A web framework turns an answer in plain text into this.
            (self.text, languageTold, segments, words, usage) = (text, nil, [], [], nil)
            return
        }
        let members = try decoder.container(keyedBy: CodingKeys.self)
        segments = members.readableList(.segments) ?? []
        text = try Self.text(in: members)
        guard text != nil || segments.contains(where: { $0.text != nil }) else {
            throw DecodingError.keyNotFound(
                CodingKeys.text, .init(codingPath: decoder.codingPath, debugDescription: "neither text nor segments"))
        }
        let told =
            members.readable(String.self, .language) ?? members.readableList(Detected.self, .languages)?.first?.code
        languageTold = told.flatMap { $0.isEmpty ? nil : $0 }
        words = members.readableList(.words) ?? segments.flatMap { $0.words ?? [] }
        usage = members.readable(.usage)
    }

    /// - Returns: nil if there is no such member.
    /// - Throws: `DecodingError` if the member is not a text.
    private static func text(in members: KeyedDecodingContainer<CodingKeys>) throws -> String? {
        guard members.contains(.text) else { return nil }
        if let pieces = members.readable([String].self, .text), !pieces.isEmpty { return pieces.joined(separator: " ") }
        return try members.decodeIfPresent(String.self, forKey: .text) ?? ""
    }

    /// Segments have about the same length, so their unweighted mean is used.
    var signals: RecognitionSignals? {
        let sure = segments.compactMap(\.logProbability?.number).filter { $0 <= 0 }
        return RecognitionSignals(
            noSpeech: segments.compactMap(\.noSpeech?.number).filter { (0...1).contains($0) }.min(),
            meanLogProbability: sure.isEmpty ? nil : sure.reduce(0, +) / Double(sure.count),
            compressionRatio: segments.compactMap(\.compressionRatio?.number).filter { (0...1e6).contains($0) }.max(),
            language: languageTold, heardUntil: heardUntil)
    }

    /// Seconds at which the last segment ends; nil if a segment does not report its end.
    private var heardUntil: Double? {
        let ends = segments.map { $0.end?.number ?? -1 }
        return ends.allSatisfy { $0 > 0 } ? ends.max() : nil
    }

    var languageCode: LanguageCode? { languageTold.flatMap { try? LanguageCode(parsing: $0) } }

    /// The text as one line.
    ///
    /// - Parameter cutsWords: whether the server begins lines within words, see ``SegmentedText``.
    func line(in language: LanguageCode, cutsWords: Bool) -> String {
        let pieces = segments.compactMap(\.text)
        let ofSegments = SegmentedText(pieces, language, cutsWords: cutsWords)
        guard let text else { return ofSegments.joined }
        // If segments have kept their spaces, they show which of them begin within a word, whatever the server did to its text.
        if ofSegments.showsBlanks, pieces.count == segments.count,
            SegmentedText.letters(pieces) == SegmentedText.letters([text])
        {
            return ofSegments.joined
        }
        // A text that is its segments without anything between them lacks the blanks that were between them.
        if pieces.count > 1, pieces == pieces.map(\.trimmingBlanks), pieces.joined() == text {
            return ofSegments.joined
        }
        let lines = text.withoutModelTokens.split(whereSeparator: \.isNewline).map(String.init)
        return SegmentedText(lines, language, cutsWords: cutsWords).joined
    }
}

extension String {
    /// The text without the tokens with which speech and language models mark parts of an answer.
    ///
    /// Some servers leave them in: `<|en|>`, `<|0.00|>`, `<channel|>`, and a last one that was cut. A model's thoughts stand
    /// before a channel's end.
    fileprivate var withoutModelTokens: String {
        guard contains("<") else { return self }
        let spoken =
            ranges(of: #/<\|?channel\|>(?:final<\|message\|>)?|<\/think>/#).last.map { self[$0.upperBound...] }
            ?? self[...]
        return String(spoken.replacing(#/<\|[^<>|]*\|>|<\|?\s*$/#, with: ""))
    }
}

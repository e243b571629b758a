internal import Audio
internal import Language
internal import Plumbing

/// A request for speech, read from its body.
struct SpeechOrder: Decodable, Sendable {
    static let keys = [
        "model", "input", "voice", "response_format", "speed", "instructions", "stream_format", "language",
    ]
    /// Characters of one request.
    static let longestInput = 4_096
    /// Voices that OpenAI's clients name by habit; each means the usual voice of the language.
    static let usualVoices = [
        "alloy", "ash", "ballad", "coral", "echo", "fable", "onyx", "nova", "sage", "shimmer", "verse", "marin",
        "cedar",
    ]

    var input: String
    var voice: String
    var responseFormat: String?
    var speed: Double?
    var streamFormat: String?
    var language: String?

    private enum CodingKeys: String, CodingKey {
        case input, voice, speed, language
        case responseFormat = "response_format"
        case streamFormat = "stream_format"
    }

    /// The name of a voice, or an object with its `id`.
    private struct Voice: Decodable {
        var id: String

        private struct Reference: Decodable { var id: String }

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let name = try? value.decode(String.self) { id = name } else { id = try value.decode(Reference.self).id }
        }
    }

    /// A number, or the same as text, as clients with forms send it.
    private struct Number: Decodable {
        var value: Double?

        init(from decoder: any Decoder) throws {
            let single = try decoder.singleValueContainer()
            guard let text = try? single.decode(String.self) else {
                value = try single.decode(Double.self)
                return
            }
            guard !SpeechOrder.isMissing(text) else { return }
            guard let number = Double(text) else {
                throw DecodingError.dataCorruptedError(in: single, debugDescription: "it is no number")
            }
            value = number
        }
    }

    /// Empty values count as missing. The model has no effect, and neither has a missing voice.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? {
            let text = try members.decodeIfPresent(String.self, forKey: key)
            return text.flatMap { Self.isMissing($0) ? nil : $0 }
        }
        input = try members.decode(String.self, forKey: .input)
        voice = try members.decodeIfPresent(Voice.self, forKey: .voice)?.id ?? ""
        if Self.isMissing(voice) { voice = "" }
        responseFormat = try text(.responseFormat)?.lowercased()
        speed = try members.decodeIfPresent(Number.self, forKey: .speed)?.value
        streamFormat = try text(.streamFormat)?.lowercased()
        language = try text(.language)
        if language?.lowercased() == Self.automatic { language = nil }
    }

    /// The language that means that none is named.
    static let automatic = "auto"

    /// Whether a value is what programs write for a field that their user left empty, in several programming languages.
    static func isMissing(_ value: String) -> Bool {
        ["", "null", "none", "undefined"].contains(value.lowercased())
    }

    /// Everything that makes it another request.
    var content: [String] {
        [input, voice, responseFormat ?? "", speed.map { "\($0)" } ?? "", streamFormat ?? "", language ?? ""]
    }

    /// - Throws: ``Problem`` of kind `usage` that names the field.
    func check() throws(Problem) {
        // Voices say nothing for blanks and marks alone.
        guard input.contains(where: { !$0.isWhitespace && !$0.isPunctuation }) else {
            throw Problem(.usage, "text.empty", "there are no words in it", at: "input", cure: "send a text")
        }
        guard input.unicodeScalars.count <= Self.longestInput else {
            throw Problem(
                .usage, "text.too-long", "it has more than \(Self.longestInput) characters", at: "input",
                cure: "send it in parts")
        }
        guard (0.25...4).contains(speed ?? 1) else {
            throw Problem(
                .usage, "query.value", "this speed is not possible", at: "speed", cure: "use a number from 0.25 to 4")
        }
        guard ["sse", "audio"].contains(streamFormat ?? "audio") else {
            throw Problem(
                .usage, "query.value", "'\(streamFormat?.prefix(40) ?? "")' is not possible", at: "stream_format",
                cure: "use audio or sse")
        }
    }

    /// The format; MP3 if none is named, as OpenAI has it.
    ///
    /// - Parameter aac: as in ``SpeechFormat/isUsable(_:)``.
    func format(_ aac: AACEncoding?) throws(Problem) -> SpeechFormat {
        let name = responseFormat ?? SpeechFormat.mp3.rawValue
        let format = SpeechFormat(rawValue: name)
        guard let format, format.isUsable(aac) else {
            let usable = SpeechFormat.allCases.filter { $0.isUsable(aac) }.map(\.rawValue)
            throw Problem(
                .usage, "query.value", "'\(name.prefix(40))' is not made on this machine", at: "response_format",
                cure: (format?.need.map { "\($0), or " } ?? "") + "use \(usable.joined(separator: " or "))")
        }
        return format
    }

    /// The language of the text: the one that is named, or the one it is written in; English if the text does not show
    /// it.
    func tag() throws(Problem) -> LanguageTag {
        guard let language else {
            return LanguageTag(
                LanguageIdentifier(candidates: LanguageIdentifier.distinct).identify(input).language ?? .en)
        }
        do {
            return try LanguageTag(parsing: String(language.prefix(40)))
        } catch {
            throw error.at("language")
        }
    }

    /// The voice that the synthesizer is asked for; nil for the usual one.
    var wantedVoice: String? { voice.isEmpty || Self.usualVoices.contains(voice) ? nil : voice }
}

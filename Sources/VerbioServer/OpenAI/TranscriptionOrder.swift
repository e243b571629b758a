internal import Audio
internal import Language
internal import Plumbing

/// A request for a transcription or a translation, read from its form.
struct TranscriptionOrder: Sendable {
    enum Format: String, CaseIterable {
        case json, text, srt, vtt
        case verbose = "verbose_json"
        /// With the person of each segment.
        case diarized = "diarized_json"
        /// Only for clients of whisper-asr-webservice.
        case tsv

        /// Those of OpenAI.
        ///
        /// - Parameter isTranslated: whether a translation is asked for.
        static func ofOpenAI(isTranslated: Bool) -> [Format] {
            allCases.filter { $0 != .tsv && ($0 != .diarized || !isTranslated) }
        }
    }

    var format = Format.json
    /// The spoken language; nil to detect it.
    var language: LanguageTag?
    /// The language of the translation.
    var target: LanguageTag
    /// The format of samples without a header; nil for a recording of any kind.
    var raw: RawFormat?
    var hasWords = false
    var hasSegments = false
    var isStreamed = false

    /// Fields that name an engine or steer one. Engines are set when the server starts, so these have no effect.
    private static let ignored = [
        "model", "prompt", "temperature", "include[]", "include", "chunking_strategy", "keywords[]", "keywords",
    ]
    private static let granularities = "timestamp_granularities"
    /// Names of fields that have no effect and that OpenAI does not have, in the order of the form.
    private(set) var others: [String] = []

    init(_ format: Format, of language: LanguageTag?, raw: RawFormat?) {
        (self.format, self.language, self.raw) = (format, language, raw)
        target = LanguageTag(.en)
        hasSegments = format == .verbose
    }

    /// - Parameter isTranslated: whether a translation is asked for.
    /// - Throws: ``Problem`` of kind `usage` that names the field.
    init(_ fields: [FormField], isTranslated: Bool) throws(Problem) {
        target = LanguageTag(.en)
        var known = Self.ignored + ["response_format", "language"]
        known += isTranslated ? ["target_language"] : [Self.granularities, "stream"]
        var named: Set<String> = []
        for field in fields {
            let name = Self.base(of: field.name)
            guard known.contains(field.name) || known.contains(name) else {
                others.append(field.name)
                continue
            }
            // Clients send what a user left empty.
            guard !SpeechOrder.isMissing(field.value) else { continue }
            let isFirst = named.insert(field.name).inserted
            guard isFirst || name != field.name || name == Self.granularities else {
                throw Problem(.usage, "query.repeated", "it is given twice", at: field.name, cure: "give it once")
            }
            try read(field, name, Format.ofOpenAI(isTranslated: isTranslated))
        }
        if format == .verbose, !hasWords { hasSegments = true }
    }

    /// The name of a list without the mark of a member: `[]`, or `[0]`.
    private static func base(of name: String) -> String {
        guard name.hasSuffix("]"), let mark = name.lastIndex(of: "["),
            name[mark...].dropFirst().dropLast().allSatisfy(\.isNumber)
        else { return name }
        return String(name[..<mark])
    }

    private mutating func read(_ field: FormField, _ name: String, _ formats: [Format]) throws(Problem) {
        switch name {
        case "response_format":
            guard let known = formats.first(where: { $0.rawValue == field.value.lowercased() }) else {
                throw Self.bad(field, formats.map(\.rawValue))
            }
            format = known
        case "language" where field.value.lowercased() == SpeechOrder.automatic: language = nil
        case "language": language = try Self.tag(field)
        case "target_language": target = try Self.tag(field)
        case "stream":
            guard let isStreamed = Self.switches[field.value.lowercased()] else {
                throw Self.bad(field, ["true", "false"])
            }
            self.isStreamed = isStreamed
        case Self.granularities:
            // One word, or a list as JSON or with commas.
            let words = field.value.split { !$0.isLetter }
            guard !words.isEmpty, words.allSatisfy({ ["word", "segment"].contains($0) }) else {
                throw Self.bad(field, ["word", "segment"])
            }
            hasWords = hasWords || words.contains("word")
            hasSegments = hasSegments || words.contains("segment")
        default: break
        }
    }

    /// What the forms of several languages write for a switch.
    private static let switches = [
        "true": true, "1": true, "yes": true, "on": true, "false": false, "0": false, "no": false, "off": false,
    ]

    private static func tag(_ field: FormField) throws(Problem) -> LanguageTag {
        do {
            return try LanguageTag(parsing: String(field.value.prefix(40)))
        } catch {
            throw error.at(field.name)
        }
    }

    private static func bad(_ field: FormField, _ usable: [String]) -> Problem {
        Problem(
            .usage, "query.value", "'\(field.value.prefix(40))' is not possible", at: field.name,
            cure: "use \(usable.joined(separator: " or "))")
    }
}

internal import Language
internal import Plumbing

/// A request for a transcription or a translation, read from its form.
struct TranscriptionOrder: Sendable {
    enum Format: String, CaseIterable {
        case json, text, srt, vtt
        case verbose = "verbose_json"
    }

    var format = Format.json
    /// The spoken language; nil to detect it.
    var language: LanguageTag?
    /// The language of the translation.
    var target: LanguageTag
    var hasWords = false
    var hasSegments = false
    var isStreamed = false

    /// Fields that name an engine or steer one. Engines are set when the server starts, so these have no effect.
    private static let ignored = [
        "model", "prompt", "temperature", "include[]", "include", "chunking_strategy", "keywords[]", "keywords",
    ]
    private static let granularities = ["timestamp_granularities[]", "timestamp_granularities"]

    /// - Parameter isTranslated: whether a translation is asked for.
    /// - Throws: ``Problem`` of kind `usage` that names the field.
    init(_ fields: [FormField], isTranslated: Bool) throws(Problem) {
        target = LanguageTag(.en)
        var known = Self.ignored + ["response_format", "language"]
        known += isTranslated ? ["target_language"] : Self.granularities + ["stream"]
        var named: Set<String> = []
        for field in fields {
            guard known.contains(field.name) else {
                throw Problem(
                    .usage, "query.unknown", "there is no field '\(field.name.prefix(40))'",
                    at: String(field.name.prefix(40)), cure: "leave it out")
            }
            let isFirst = named.insert(field.name).inserted
            guard isFirst || field.name.hasSuffix("[]") else {
                throw Problem(.usage, "query.repeated", "it is given twice", at: field.name, cure: "give it once")
            }
            try read(field)
        }
        guard named.contains("model") else {
            throw Problem(.usage, "query.missing", "it is missing", at: "model", cure: "use whisper-1")
        }
        if format == .verbose, !hasWords { hasSegments = true }
    }

    private mutating func read(_ field: FormField) throws(Problem) {
        switch field.name {
        case "response_format":
            guard let known = Format(rawValue: field.value) else {
                throw Self.bad(field, Format.allCases.map(\.rawValue))
            }
            format = known
        case "language": language = try Self.tag(field)
        case "target_language": target = try Self.tag(field)
        case "stream":
            guard ["true", "false"].contains(field.value.lowercased()) else {
                throw Self.bad(field, ["true", "false"])
            }
            isStreamed = field.value.lowercased() == "true"
        case _ where Self.granularities.contains(field.name):
            switch field.value {
            case "word": hasWords = true
            case "segment": hasSegments = true
            default: throw Self.bad(field, ["word", "segment"])
            }
        default: break
        }
    }

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

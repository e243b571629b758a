internal import Audio
internal import Language
internal import Plumbing
internal import Yams

// Error messages for a file of declarations that cannot be read.

extension ProviderCatalog {
    /// Why a file is not YAML, with the line at which the error shows.
    static func unreadable(_ error: any Error, at path: String) -> Problem {
        var (what, line, cure) = ("the list of providers cannot be read as YAML", nil as Int?, usualCure)
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, let yaml), .parser(_, let problem, let mark, let yaml),
            .composer(_, let problem, let mark, let yaml):
            what += ": \(problem)"
            // The parser reports something missing at the end of the file behind its last line.
            line = min(
                mark.line, max(1, yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count))
        case .reader(let problem, let offset, _, let yaml):
            what += ": \(problem)"
            line = offset.map { yaml.prefix($0).count { $0.isNewline } + 1 }
        case .duplicatedKeysInMapping(let names, let context):
            what = "'\(names.joined(separator: "', '"))' is there twice"
            line = context.mark.line
            cure = "keep one of them"
        default: break
        }
        return Problem(
            .usage, "providers.unreadable", what, at: path + (line.map { ", line \($0)" } ?? ""), cure: cure)
    }

    /// - Parameter body: the entry, which shows the value at the place.
    static func sentence(_ error: DecodingError, in body: Node) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            return "\(place(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "\(place(context.codingPath)) has a value of the wrong kind"
        case .dataCorrupted(let context):
            let names = known(context.codingPath.map(\.stringValue))
            // Any other value there may be secret.
            guard !names.isEmpty, let value = value(at: context.codingPath, in: body) else {
                return "\(place(context.codingPath)) has a value that is not known"
            }
            return "\(place(context.codingPath)) is '\(value)'; it may be \(names.joined(separator: ", "))"
        @unknown default: return "a value cannot be read"
        }
    }

    /// `mt.languages, item 2`
    private static func place(_ path: [any CodingKey]) -> String {
        path.reduce("") { place, key in
            if let index = key.intValue { return "\(place), item \(index + 1)" }
            return place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)"
        }
    }

    private static func value(at path: [any CodingKey], in body: Node) -> String? {
        var node = body
        for key in path {
            let next =
                key.intValue.map { index in
                    node.sequence.flatMap { $0.indices.contains(index) ? $0[index] : nil }
                } ?? node.mapping?[key.stringValue]
            guard let next else { return nil }
            node = next
        }
        return node.scalar?.string
    }

    /// The values that are allowed at a place, if a few words can name them.
    private static func known(_ path: [String]) -> [String] {
        switch path.last {
        case "wire" where path.first == "stt": RecognitionWire.allCases.map(\.rawValue)
        case "wire" where path.first == "mt": TranslationWire.allCases.map(\.rawValue)
        case "wire" where path.first == "tts": SynthesisWire.allCases.map(\.rawValue)
        default:
            path.contains("upload")
                ? SpeechEncoding.allCases.map(\.rawValue)
                : path.contains("languages") ? LanguageCode.known.map(\.rawValue) : []
        }
    }
}

package import Conversations
package import Language
package import Plumbing

/// The pattern of output file names: a text with fields in braces, such as `{title}.{language}`. The format's extension is
/// added.
package struct NamePattern: Sendable, Hashable, CustomStringConvertible {
    /// The fields that a pattern may have.
    package enum Field: String, Sendable, CaseIterable {
        /// The recording's name without its extension.
        case stem
        /// The value of `--title`, or the stem.
        case title
        /// The language of the file's contents: `es`, or `en-es` for bilingual captions.
        case language
        /// The conversation's identifier.
        case id
    }

    private enum Piece: Sendable, Hashable {
        case text(String)
        case field(Field)
    }

    /// `{title}.{language}`
    package static let standard = NamePattern(
        text: "{title}.{language}", pieces: [.field(.title), .text("."), .field(.language)])

    package let description: String
    private let pieces: [Piece]

    private init(text: String, pieces: [Piece]) {
        description = text
        self.pieces = pieces
    }

    /// - Throws: ``Problem`` of kind `usage`, code `output.name-pattern`, for an unknown field, an unmatched brace, or
    ///   a character that not all file systems allow in names.
    package init(parsing text: String) throws(Problem) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let first = rest.first {
            if first == "{" {
                let end = rest.firstIndex(of: "}") ?? rest.endIndex
                let name = String(rest[rest.index(after: rest.startIndex)..<end])
                guard end < rest.endIndex, let field = Field(rawValue: name) else {
                    let known = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
                    throw Self.problem(text, "there is no field {\(name)}", cure: "use \(known)")
                }
                pieces.append(.field(field))
                rest = rest[rest.index(after: end)...]
            } else {
                let literal = rest.prefix { $0 != "{" }
                rest = rest[literal.endIndex...]
                guard !literal.contains("}"), OutputName.isUsable(String(literal)) else {
                    throw Self.problem(
                        text, "'\(literal)' cannot be part of a file's name",
                        cure: "leave such characters out; folders are given with -o")
                }
                pieces.append(.text(String(literal)))
            }
        }
        guard !pieces.isEmpty else {
            throw Self.problem(text, "it is empty", cure: "give a name such as {stem}")
        }
        self.init(text: text, pieces: pieces)
    }

    private static func problem(_ text: String, _ what: String, cure: String) -> Problem {
        Problem(
            .usage, "output.name-pattern", "'\(text)' is no pattern for names: \(what)", at: "--name-pattern",
            cure: cure)
    }

    /// Whether the pattern contains the field.
    package func has(_ field: Field) -> Bool { pieces.contains(.field(field)) }

    /// A name without the format's extension, short enough for file systems to accept it with one.
    func name(_ value: (Field) -> String) -> String {
        let name = pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .field(let field): OutputName.base(from: value(field))
            }
        }.joined()
        return name.utf8.count > Self.maximumBytes ? OutputName.base(from: name) : name
    }

    /// The maximum number of UTF-8 bytes of a name: a title of the maximum length and what usually follows it.
    private static let maximumBytes = OutputName.maximumBytes + 20
}

/// The names of the files of one conversation.
package struct OutputNaming: Sendable, Hashable {
    package var pattern: NamePattern
    /// The recording's name without its extension.
    package var stem: String
    package var title: String

    /// - Parameter stem: if nil, the title.
    package init(title: String, stem: String? = nil, pattern: NamePattern = .standard) {
        self.title = title
        self.stem = stem ?? title
        self.pattern = pattern
    }

    /// The path of a file.
    ///
    /// - Parameters:
    ///   - languages: the languages of the conversation.
    ///   - id: the conversation's; nil if it is not known yet, and then no pattern with `{id}` can be used.
    ///   - directory: the folder; empty for the current one.
    ///   - captions: the language of subtitles.
    package func path(
        of format: OutputFormat, languages: OutputLanguages, id: ConversationID?, in directory: String,
        captions: CaptionStyle = .target
    ) -> String {
        let name = pattern.name { field in
            switch field {
            case .stem: stem
            case .title: title
            case .language: languages.name(of: format, captions)
            case .id: id?.rawValue ?? ""
            }
        }
        return (directory.isEmpty ? "" : directory == "/" ? "/" : directory + "/") + "\(name).\(format)"
    }
}

/// The languages that files are named after.
package struct OutputLanguages: Sendable, Hashable {
    /// The language that was spoken and the one into which it is translated.
    package var pair: LanguagePair
    /// Whether speech is translated, or only transcribed.
    package var isTranslated: Bool

    /// - Parameter pair: the languages as headings give them, see ``ConversationSettings/namedPair``.
    package init(_ pair: LanguagePair, isTranslated: Bool = true) {
        self.pair = pair
        self.isTranslated = isTranslated
    }

    /// The languages of a stored conversation.
    package init(of settings: ConversationSettings) {
        self.init(settings.namedPair, isTranslated: settings.isTranslated)
    }

    func name(of format: OutputFormat, _ style: CaptionStyle) -> String {
        guard isTranslated else { return pair.tags.map(\.rawValue).joined(separator: "-") }
        return switch style {
        case .source where format.captions != nil: "\(pair.source)"
        case .bilingual where format.captions != nil: "\(pair.source)-\(pair.target)"
        default: "\(pair.target)"
        }
    }
}

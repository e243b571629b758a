import FoundationEssentials
import Plumbing

/// What an assistant can have done.
enum AssistantTool: String, CaseIterable, Sendable {
    case transcribe, translate
    case translateText = "translate_text"
    case speak, search, conversation

    /// One sentence for the assistant's model.
    var summary: String {
        switch self {
        case .transcribe:
            "Turns the speech of an audio or video file into text with times. The file is on this machine."
        case .translate:
            "Translates the speech of an audio or video file, or a subtitle file, and returns both languages with times."
        case .translateText: "Translates a text. Each line is a sentence or more."
        case .speak: "Speaks a text, as a new WAV file or as sound in the answer."
        case .search: "Finds what was said in earlier conversations, in either language."
        case .conversation: "Returns the text of an earlier conversation, both languages, with times."
        }
    }

    /// The arguments, those first that must be given.
    var arguments: [Argument] {
        switch self {
        case .transcribe: [.path, .from]
        case .translate: [.path, .to, .from]
        case .translateText: [.text, .from.required, .to]
        case .speak: [.text, .language, .voice, .output]
        case .search: [.query, .limit]
        case .conversation: [.id, .after]
        }
    }

    /// Whether it changes nothing but Verbio's own store.
    var onlyReads: Bool { self != .speak }

    /// An argument of a tool.
    struct Argument: Sendable, Hashable {
        var name: String
        var type = "string"
        var summary: String
        var isRequired = true

        var required: Argument {
            var copy = self
            copy.isRequired = true
            return copy
        }

        static let path = Argument(name: "path", summary: "The file, such as /home/ana/talk.mp4.")
        static let from = Argument(
            name: "from", summary: "The language of the input, such as en; auto finds it out.", isRequired: false)
        static let to = Argument(name: "to", summary: "The language translated into, such as es.")
        static let text = Argument(name: "text", summary: "The text, up to 10,000 characters.")
        static let language = Argument(name: "language", summary: "The language of the text, such as es.")
        static let voice = Argument(name: "voice", summary: "A voice of the synthesizer.", isRequired: false)
        static let output = Argument(
            name: "output", summary: "A new WAV file. Without it, the answer has the sound.", isRequired: false)
        static let query = Argument(name: "query", summary: "The words.")
        static let limit = Argument(
            name: "limit", type: "integer", summary: "How many are returned, 20 if not given.", isRequired: false)
        static let id = Argument(name: "id", summary: "The conversation's identifier, as the other tools return it.")
        static let after = Argument(
            name: "after", type: "integer", summary: "Only the utterances after this one.", isRequired: false)
    }
}

/// The arguments of a call, by name.
struct ToolArguments: Decodable, Sendable {
    private enum Value: Decodable, Sendable {
        case text(String)
        case number(Int)
        case other

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Int.self) {
                self = .number(number)
            } else {
                self = (try? value.decode(String.self)).map(Value.text) ?? .other
            }
        }
    }

    private var values: [String: Value] = [:]

    init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([String: Value?].self).compactMapValues { $0 }
    }

    init() {}

    /// Checks that all arguments are known, of their type, and that none is missing.
    ///
    /// - Throws: `Problem` of kind `usage` that names the argument.
    func check(_ arguments: [AssistantTool.Argument]) throws(Problem) {
        let names = arguments.map(\.name)
        if let unknown = values.keys.sorted().first(where: { !names.contains($0) }) {
            throw Problem(
                .usage, "tool.argument", "there is no argument '\(unknown.prefix(40))'",
                cure: "use \(names.joined(separator: ", "))")
        }
        for argument in arguments {
            switch (values[argument.name], argument.type) {
            case (nil, _):
                guard argument.isRequired else { continue }
                throw Problem(.usage, "tool.argument", "it is missing", at: argument.name, cure: "give it")
            case (.text, "string"), (.number, "integer"): continue
            default:
                throw Problem(
                    .usage, "tool.argument", "it is of another type", at: argument.name,
                    cure: "give it as \(argument.type)"
                )
            }
        }
    }

    /// The text of an argument; nil if it is empty or not given.
    subscript(argument: AssistantTool.Argument) -> String? {
        if case .text(let text) = values[argument.name], !text.isEmpty { text } else { nil }
    }

    func number(_ argument: AssistantTool.Argument) -> Int? {
        if case .number(let number) = values[argument.name] { number } else { nil }
    }

    /// - Throws: `Problem` of kind `usage` if it is empty.
    func required(_ argument: AssistantTool.Argument) throws(Problem) -> String {
        guard let text = self[argument] else {
            throw Problem(.usage, "tool.argument", "it is empty", at: argument.name, cure: "give a text")
        }
        return text
    }
}

/// A tool as `tools/list` describes it.
struct ToolDescription: Encodable {
    private struct Schema: Encodable {
        struct Property: Encodable {
            var type: String
            var description: String
        }

        private(set) var type = "object"
        var properties: [String: Property]
        var required: [String]
        private(set) var additionalProperties = false
    }

    private struct Hints: Encodable {
        var readOnlyHint: Bool
        private(set) var destructiveHint = false
        /// Verbio reaches providers only if its settings name some.
        private(set) var openWorldHint = false
    }

    private let name: String
    private let description: String
    private let inputSchema: Schema
    private let annotations: Hints

    init(_ tool: AssistantTool) {
        name = tool.rawValue
        description = tool.summary
        inputSchema = Schema(
            properties: Dictionary(
                uniqueKeysWithValues: tool.arguments.map {
                    ($0.name, Schema.Property(type: $0.type, description: $0.summary))
                }),
            required: tool.arguments.filter(\.isRequired).map(\.name))
        annotations = Hints(readOnlyHint: tool.onlyReads)
    }
}

/// What a tool answers.
struct ToolResult: Encodable, Sendable {
    struct Content: Encodable, Sendable {
        var type: String
        var text: String?
        /// Sound in base64.
        var data: String?
        var mimeType: String?

        static func text(_ text: String) -> Content { Content(type: "text", text: text) }

        static func sound(_ wav: [UInt8]) -> Content {
            Content(type: "audio", data: Data(wav).base64EncodedString(), mimeType: "audio/wav")
        }
    }

    var content: [Content]
    /// Whether the tool could not do its work. The assistant reads why.
    var isError = false
}

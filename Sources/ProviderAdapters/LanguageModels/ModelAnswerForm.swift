/// The form that a language model's answer must have.
enum ModelAnswerForm: Sendable {
    /// The text alone.
    case bare
    /// A document with one text in it.
    case text(member: String)
    /// A document with a translation for each line (``BatchReply``).
    case lines(AnswerSchema)

    var isDocument: Bool { if case .bare = self { false } else { true } }

    /// The schema's name, if the wire needs one.
    var name: String {
        switch self {
        case .bare: ""
        case .text(let member): member
        case .lines: "translations"
        }
    }

    var schema: AnswerSchema {
        switch self {
        case .bare: .text
        case .text(let member): .object([(member, .text)])
        case .lines(let schema): schema
        }
    }
}

/// A JSON schema in the form that strict modes need: every member is required, and no others are allowed.
indirect enum AnswerSchema: Encodable, Sendable {
    case text
    case integer
    case list(AnswerSchema)
    case object([(name: String, schema: AnswerSchema)])

    private enum Key: String, CodingKey {
        case type, items, properties, required, additionalProperties
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .text: try container.encode("string", forKey: .type)
        case .integer: try container.encode("integer", forKey: .type)
        case .list(let element):
            try container.encode("array", forKey: .type)
            try container.encode(element, forKey: .items)
        case .object(let members):
            try container.encode("object", forKey: .type)
            var properties = container.nestedContainer(keyedBy: MemberName.self, forKey: .properties)
            for member in members { try properties.encode(member.schema, forKey: MemberName(stringValue: member.name)) }
            try container.encode(members.map(\.name), forKey: .required)
            try container.encode(false, forKey: .additionalProperties)
        }
    }
}

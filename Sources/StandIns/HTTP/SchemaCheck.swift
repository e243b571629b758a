/// Compares values with a schema of JSON Schema or OpenAPI 3, as far as the vendors' documents use it. It is stricter in one
/// way: an object must have no member that its schema does not name, unless the schema leaves its members open.
package struct SchemaCheck: Sendable {
    /// The document that `$ref`s lead into.
    package let document: JSONDocument

    package init(document: JSONDocument) { self.document = document }

    /// What is wrong, one line each.
    package func problems(of value: JSONDocument, _ schema: JSONDocument, at place: String = "") -> [String] {
        let schema = resolved(schema)
        if value == .null, schema["nullable"]?.bool == true || types(of: schema).contains("null") { return [] }
        var problems: [String] = []
        for (word, needed) in [("anyOf", 1), ("oneOf", 1)] {
            guard let choices = schema[word]?.array else { continue }
            let attempts = choices.map { self.problems(of: value, $0, at: place) }
            guard attempts.filter(\.isEmpty).count < needed else { continue }
            problems.append("\(place) is none of \(choices.count) kinds: \(attempts.joined().joined(separator: ", "))")
        }
        for part in schema["allOf"]?.array ?? [] {
            problems += self.problems(of: value, withOpenMembers(part), at: place)
        }
        if let allowed = schema["enum"]?.array, !allowed.contains(value) { problems.append("\(place) is \(value)") }
        let expected = types(of: schema)
        if !expected.isEmpty, !expected.contains(where: { matches(value, $0) }) {
            problems.append("\(place) is no \(expected.sorted().joined(separator: " or "))")
        }
        problems += sizes(of: value, schema, at: place)
        if case .array(let elements) = value, let items = schema["items"] {
            for (index, element) in elements.enumerated() {
                problems += self.problems(of: element, items, at: "\(place)[\(index)]")
            }
        }
        if case .object(let members) = value { problems += check(members, schema, at: place) }
        return problems
    }

    /// The schema of a member of an object; nil if there is none of that name.
    package func member(_ name: String, of schema: JSONDocument) -> JSONDocument? { members(of: schema)[name] }

    /// The schema that a reference leads to.
    package func resolved(_ schema: JSONDocument) -> JSONDocument {
        var schema = schema
        while let reference = schema["$ref"]?.string {
            schema = document
            for name in reference.split(separator: "/").dropFirst() {
                schema = schema[String(name).replacing("~1", with: "/")] ?? .null
            }
        }
        return schema
    }

    /// The names of the types that a schema allows; empty if it names none.
    package func types(of schema: JSONDocument) -> Set<String> {
        if let one = schema["type"]?.string { return [one] }
        return Set((schema["type"]?.array ?? []).compactMap(\.string))
    }

    // MARK: Parts

    private func check(_ value: [String: JSONDocument], _ schema: JSONDocument, at place: String) -> [String] {
        let known = members(of: schema)
        var problems: [String] = []
        for name in (schema["required"]?.array ?? []).compactMap(\.string) where value[name] == nil {
            problems.append("\(place) lacks \(name)")
        }
        for (name, member) in value {
            if let schema = known[name] {
                problems += self.problems(of: member, schema, at: "\(place).\(name)")
            } else if !isOpen(schema), !known.isEmpty {
                problems.append("\(place) has \(name), which is not known")
            }
        }
        return problems
    }

    /// All members that a schema names, its parts' included.
    private func members(of schema: JSONDocument) -> [String: JSONDocument] {
        let schema = resolved(schema)
        var known: [String: JSONDocument] = [:]
        if case .object(let own)? = schema["properties"] { known = own }
        for part in schema["allOf"]?.array ?? [] { known.merge(members(of: part)) { own, _ in own } }
        return known
    }

    private func isOpen(_ schema: JSONDocument) -> Bool {
        switch schema["additionalProperties"] {
        case .bool(let isOpen)?: isOpen
        case nil: schema["anyOf"] != nil || schema["oneOf"] != nil
        default: true
        }
    }

    /// A part of an object knows only its own members; the whole shows which are unknown.
    private func withOpenMembers(_ part: JSONDocument) -> JSONDocument {
        guard case .object(var members) = resolved(part) else { return part }
        members["additionalProperties"] = true
        return .object(members)
    }

    private func matches(_ value: JSONDocument, _ type: String) -> Bool {
        switch (type, value) {
        case ("string", .string), ("boolean", .bool), ("number", .number), ("array", .array), ("object", .object),
            ("null", .null):
            true
        case ("integer", .number(let number)): Int(exactly: number) != nil
        default: false
        }
    }

    private func sizes(of value: JSONDocument, _ schema: JSONDocument, at place: String) -> [String] {
        func outside(_ size: Double, _ least: String, _ most: String) -> Bool {
            size < schema[least]?.number ?? -.infinity || size > schema[most]?.number ?? .infinity
        }
        let isOutside =
            switch value {
            case .number(let number): outside(number, "minimum", "maximum")
            case .string(let text): outside(Double(text.unicodeScalars.count), "minLength", "maxLength")
            case .array(let elements): outside(Double(elements.count), "minItems", "maxItems")
            default: false
            }
        return isOutside ? ["\(place) is out of bounds"] : []
    }
}

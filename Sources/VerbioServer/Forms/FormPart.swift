/// The head of one part of a form.
struct FormPart: Hashable {
    /// The name of the field.
    var name: String
    /// The name of the file; nil if the part is a plain field.
    var fileName: String?

    init(name: String, fileName: String? = nil) {
        self.name = name
        self.fileName = fileName
    }

    /// Reads the header fields of a part, lines separated by CR LF.
    ///
    /// - Returns: nil unless they contain one `Content-Disposition: form-data` with a name.
    init?(_ head: String) {
        var found: HeaderParameters?
        for line in head.split(separator: "\r\n") {
            let sides = line.split(separator: ":", maxSplits: 1)
            guard sides.count == 2, sides[0].lowercased() == "content-disposition" else { continue }
            guard found == nil else { return nil }
            found = HeaderParameters(String(sides[1]))
        }
        guard let found, found.value == "form-data", let name = found["name"], !name.isEmpty else { return nil }
        self.init(name: name, fileName: found["filename"])
    }
}

/// The value of a header field with parameters, such as `form-data; name="a"`.
struct HeaderParameters {
    /// The part before the first semicolon, in lower case.
    let value: String
    private var parameters: [String: String] = [:]

    init(_ text: String) {
        var rest = Substring(text)
        value = String(rest.prefix { $0 != ";" }.filter { !$0.isWhitespace }).lowercased()
        rest = rest.drop { $0 != ";" }
        while rest.first == ";" {
            rest = rest.dropFirst().drop { $0.isWhitespace }
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            let parameter = rest.first == "\"" ? Self.quoted(&rest) : Self.plain(&rest)
            let key = name.filter { !$0.isWhitespace }.lowercased()
            if parameters[key] == nil { parameters[key] = parameter }
        }
    }

    /// The parameter with that name in lower case; nil if there is none.
    subscript(name: String) -> String? { parameters[name] }

    private static func plain(_ rest: inout Substring) -> String {
        let text = rest.prefix { $0 != ";" }
        rest = rest.dropFirst(text.count)
        return String(text.filter { !$0.isWhitespace })
    }

    /// A text in quotation marks. Only these and the backslash are escaped, so that a Windows path stays as it is.
    private static func quoted(_ rest: inout Substring) -> String {
        var text = ""
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
                text.append(next)
                rest = rest.dropFirst()
            } else {
                text.append(character)
            }
        }
        rest = rest.drop { $0 != ";" }
        return text
    }
}

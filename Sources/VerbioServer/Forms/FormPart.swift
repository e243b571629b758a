internal import Plumbing

/// The head of one part of a form.
struct FormPart: Hashable {
    /// The name of the field.
    var name: String
    /// The name of the file, which may be empty; nil if the part is a plain field.
    var fileName: String?

    init(name: String, fileName: String? = nil) {
        self.name = name
        self.fileName = fileName
    }

    /// The field that is a file even if its sender gives it no name. Many libraries omit the name if the bytes come
    /// from memory.
    static let fileField = "file"

    /// Reads the header fields of a part, lines separated by CR LF.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `form.malformed`, unless they contain one `Content-Disposition: form-data`
    ///   with a name, and if the bytes of the part are encoded.
    init(_ head: String) throws(Problem) {
        let dispositions = Self.values(of: "content-disposition", in: head).map(HeaderParameters.init)
        guard dispositions.count == 1, let found = dispositions.first, found.value == "form-data",
            let name = found["name"], !name.isEmpty
        else { throw FormParser.malformed("a part has no Content-Disposition: form-data with a name") }
        // RFC 7578 deprecates these; the bytes would be mistaken for the file itself.
        for coding in Self.values(of: "content-transfer-encoding", in: head).map({ HeaderParameters($0).value })
        where ["base64", "quoted-printable"].contains(coding) {
            throw FormParser.malformed(
                "a part has the Content-Transfer-Encoding \(coding)", cure: "send its bytes as they are")
        }
        let type = Self.values(of: "content-type", in: head).first.map { HeaderParameters($0).value } ?? ""
        let isFile = name == Self.fileField || type.hasPrefix("audio/") || type.hasPrefix("video/")
        self.init(name: name, fileName: found["filename"] ?? found["filename*"] ?? (isFile ? "" : nil))
    }

    private static func values(of name: String, in head: String) -> [String] {
        head.split(separator: "\r\n").compactMap { line in
            let sides = line.split(separator: ":", maxSplits: 1)
            return sides.count == 2 && sides[0].lowercased() == name ? String(sides[1]) : nil
        }
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

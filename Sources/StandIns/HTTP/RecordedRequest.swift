/// One HTTP/1.1 request, as it came over a connection.
package struct RecordedRequest: Sendable, Hashable {
    /// One field of the head.
    package struct Header: Sendable, Hashable {
        /// The name as it was spelled.
        package var name: String
        /// The value without the blanks around it.
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The index of the request in ``StandInServer/requests``, from 0 in the order in which requests were complete.
    package var index: Int
    /// The number of the connection on which it came, from 0 in the order in which they were opened.
    package var connection: Int
    package var method: String
    /// The path and the query, as they were spelled.
    package var target: String
    /// The headers in order, with repeated ones.
    package var headers: [Header]
    /// The body; if it came in chunks, without their frames.
    package var body: [UInt8]

    package init(
        index: Int = 0, connection: Int = 0, method: String, target: String, headers: [Header] = [], body: [UInt8] = []
    ) {
        self.index = index
        self.connection = connection
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The values of a header, in order; its name is compared without case.
    package func values(of name: String) -> [String] {
        let name = name.lowercased()
        return headers.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The first value of a header; nil if it is absent.
    package subscript(header name: String) -> String? { values(of: name).first }

    /// Everything before the question mark, as it was spelled.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The body as text; bytes that are not UTF-8 are replaced.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON.
    ///
    /// - Throws: `DecodingError` if it is not JSON.
    package func json() throws -> JSONDocument { try JSONDocument(parsing: body) }

    /// The media type in lower case, without parameters; nil if none was given.
    package var contentType: String? {
        self[header: "content-type"].map { HeaderValue($0).value.lowercased() }
    }
}

// MARK: Queries and forms

extension RecordedRequest {
    /// A name and a value out of a query or a form, decoded.
    package struct Item: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The items after the question mark, in order. A plus sign is a blank, as it is for all of these services.
    package var query: [Item] {
        guard let mark = target.firstIndex(of: "?") else { return [] }
        return Self.items(target[target.index(after: mark)...])
    }

    /// The items of a body of the type `application/x-www-form-urlencoded`, in order; empty for any other type.
    package var form: [Item] {
        contentType == "application/x-www-form-urlencoded" ? Self.items(text[...]) : []
    }

    private static func items(_ text: Substring) -> [Item] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Item(name: decoded(parts[0]), value: parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    /// Undoes percent-encoding; a percent sign without two hexadecimal digits stays as it is.
    private static func decoded(_ text: Substring) -> String {
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        var position = 0
        while position < source.count {
            let byte = source[position]
            if byte == UInt8(ascii: "%"), position + 2 < source.count,
                let high = hexadecimal(source[position + 1]), let low = hexadecimal(source[position + 2])
            {
                bytes.append(high << 4 | low)
                position += 3
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                position += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.flatMap { UInt8(exactly: $0) }
    }
}

/// A header's value and the parameters behind its semicolons, such as `form-data; name="file"`.
struct HeaderValue {
    let value: String
    /// Names are in lower case.
    let parameters: [String: String]

    init(_ text: String) {
        var fields: [String] = [""]
        var quoted = false
        var escaped = false
        for character in text {
            if escaped {
                fields[fields.count - 1].append(character)
                escaped = false
            } else if quoted, character == "\\" {
                escaped = true
            } else if character == "\"" {
                quoted.toggle()
            } else if character == ";", !quoted {
                fields.append("")
            } else {
                fields[fields.count - 1].append(character)
            }
        }
        value = fields[0].trimmingBlanks
        var parameters: [String: String] = [:]
        for field in fields.dropFirst() {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            parameters[parts[0].trimmingBlanks.lowercased()] = parts[1].trimmingBlanks
        }
        self.parameters = parameters
    }
}

extension StringProtocol {
    var trimmingBlanks: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}

/// A `multipart/form-data` body (RFC 7578), built part by part.
///
/// Scalars come first and files last, as servers that read in order expect (OpenAI's own clients do so).
package struct MultipartForm: Sendable {
    private struct Part: Sendable {
        var name: String
        var fileName: String?
        var contentType: String?
        var content: [UInt8]
    }

    private var fields: [Part] = []
    private var files: [Part] = []

    package init() {}

    /// Adds a field if it has a value; a name given twice is sent twice.
    package mutating func add(_ name: String, _ value: String?) {
        if let value { fields.append(Part(name: name, content: Array(value.utf8))) }
    }

    /// Adds a file. Servers recognize the format by the extension of the file name.
    package mutating func addFile(_ name: String, fileName: String, contentType: String, _ content: [UInt8]) {
        files.append(Part(name: name, fileName: fileName, contentType: contentType, content: content))
    }

    /// The whole body and its content type.
    ///
    /// - Parameter boundary: 1 to 70 letters, digits or hyphens that no part contains: a random one of 128 bits.
    package func encoded(boundary: String) -> (contentType: String, body: [UInt8]) {
        let parts = fields + files
        var body: [UInt8] = []
        body.reserveCapacity(parts.reduce(256) { $0 + $1.content.count + 256 })
        for part in parts {
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(part.name))\"".utf8
            if let fileName = part.fileName { body += "; filename=\"\(Self.quoted(fileName))\"".utf8 }
            if let contentType = part.contentType { body += "\r\nContent-Type: \(contentType)".utf8 }
            body += "\r\n\r\n".utf8
            body += part.content
            body += "\r\n".utf8
        }
        body += "--\(boundary)--\r\n".utf8
        return ("multipart/form-data; boundary=\(boundary)", body)
    }

    /// Escaped as browsers do (WHATWG HTML §4.10.21.8), because a quotation mark or line end would end the name.
    private static func quoted(_ text: String) -> String {
        text.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
}

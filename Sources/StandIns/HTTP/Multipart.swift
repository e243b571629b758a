/// One part of a `multipart/form-data` body.
package struct MultipartPart: Sendable, Hashable {
    package var name: String
    package var filename: String?
    package var contentType: String?
    package var bytes: [UInt8]

    package init(name: String, filename: String? = nil, contentType: String? = nil, bytes: [UInt8]) {
        self.name = name
        self.filename = filename
        self.contentType = contentType
        self.bytes = bytes
    }

    /// The content as text; bytes that are not UTF-8 are replaced.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension RecordedRequest {
    /// The parts of a `multipart/form-data` body, in order.
    ///
    /// It reads as strictly as a strict server. Every part begins and ends at a boundary line with CRLF and has a name, and the
    /// last boundary is closed.
    ///
    /// - Throws: ``StandInProblem`` with the mistake, if the body is not well-formed.
    package func multipart() throws -> [MultipartPart] {
        let type = HeaderValue(self[header: "content-type"] ?? "")
        guard type.value.lowercased() == "multipart/form-data" else {
            throw StandInProblem("the content type is \(type.value.isEmpty ? "absent" : type.value), not multipart")
        }
        guard let boundary = type.parameters["boundary"], (1...70).contains(boundary.utf8.count) else {
            throw StandInProblem("a multipart body needs a boundary of 1 to 70 characters")
        }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // The first boundary line is at the very beginning, and no line end precedes it.
        guard body.starts(with: delimiter.dropFirst(2)) else {
            throw StandInProblem("the multipart body does not begin with its boundary")
        }
        var parts: [MultipartPart] = []
        var rest = body[(delimiter.count - 2)...]
        while true {
            if rest.starts(with: Array("--".utf8)) {
                let epilogue = rest.dropFirst(2)
                guard epilogue.isEmpty || epilogue.elementsEqual("\r\n".utf8) else {
                    throw StandInProblem("\(epilogue.count) bytes follow the closing boundary")
                }
                return parts
            }
            guard rest.starts(with: Array("\r\n".utf8)) else {
                throw StandInProblem("a boundary is not followed by a line end")
            }
            rest = rest.dropFirst(2)
            guard let end = rest.firstRange(of: delimiter) else {
                throw StandInProblem("the closing boundary is missing")
            }
            parts.append(try Self.part(rest[..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
    }

    private static func part(_ bytes: ArraySlice<UInt8>) throws -> MultipartPart {
        // A part without fields begins with the empty line. With the line end before it, both cases look alike.
        let framed = ArraySlice(Array("\r\n".utf8) + bytes)
        guard let end = framed.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw StandInProblem("a part has no empty line after its fields")
        }
        var disposition = HeaderValue("")
        var type: String?
        for line in String(decoding: framed[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n") {
            let field = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard field.count == 2 else { throw StandInProblem("a part has a field line without a colon") }
            switch field[0].lowercased() {
            case "content-disposition": disposition = HeaderValue(field[1].trimmingBlanks)
            case "content-type": type = field[1].trimmingBlanks
            default: break
            }
        }
        guard disposition.value == "form-data", let name = disposition.parameters["name"] else {
            throw StandInProblem("a part has no content-disposition of form-data with a name")
        }
        return MultipartPart(
            name: name, filename: disposition.parameters["filename"], contentType: type,
            bytes: Array(framed[end.upperBound...]))
    }
}

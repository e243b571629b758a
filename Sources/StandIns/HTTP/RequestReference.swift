internal import FoundationEssentials

/// The requests of official SDKs for small calls: the files `requests/NAME.req` next to the fixtures.
package enum RequestReference {
    /// The names of all of them, sorted.
    ///
    /// - Throws: ``StandInProblem`` if the folder cannot be read.
    package static func names() throws -> [String] {
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: ProviderFixtures.folder + "/requests")
        else { throw StandInProblem("the folder of requests cannot be read") }
        return files.filter { $0.hasSuffix(".req") }.map { String($0.dropLast(4)) }.sorted()
    }

    /// The request of one name, such as `openai_transcribe_min`.
    ///
    /// - Throws: ``StandInProblem`` if there is no such file, or if it does not have exactly one request.
    package static func load(_ name: String) throws -> RecordedRequest {
        var reader = RequestReader(.init(head: 1 << 16, body: 1 << 20))
        reader.add(try ProviderFixtures.bytes(of: "requests/\(name).req"))
        while let event = try reader.next() {
            guard case .request(let request) = event else { continue }
            guard !reader.isWithinRequest else { break }
            return request
        }
        throw StandInProblem("\(name).req does not hold one request")
    }
}

/// What two requests for the same thing have in common, whichever client sends them: everything but values.
package struct RequestShape: Sendable, Hashable {
    package var method: String
    package var path: String
    /// The header that carries the key, in lower case, and the scheme before it, such as `authorization: Bearer`.
    package var authorization: String?
    /// The media type without parameters.
    package var contentType: String?
    /// The names in the query, sorted, with repeated ones.
    package var query: [String]
    /// The names or paths in the body, sorted: of a form, of parts, or of a JSON text; empty for any other body.
    ///
    /// Names of files have `(file)` after them, and repeated names are kept. The paths of a JSON text are there once.
    package var fields: [String]
}

extension RecordedRequest {
    /// - Throws: ``StandInProblem`` or `DecodingError` if the body does not have the type that it claims.
    package func shape() throws -> RequestShape {
        var fields: [String]
        switch contentType {
        case "multipart/form-data": fields = try multipart().map { $0.filename == nil ? $0.name : $0.name + " (file)" }
        case "application/json": fields = Array(try json().paths)
        case "application/x-www-form-urlencoded": fields = form.map(\.name)
        default: fields = []
        }
        fields.sort()
        return RequestShape(
            method: method, path: path, authorization: authorization, contentType: contentType,
            query: query.map(\.name).sorted(), fields: fields)
    }

    /// Every header in which the providers take a key. Azure and Google have their own.
    private static let keyHeaders = [
        "authorization", "x-api-key", "xi-api-key", "api-key", "x-goog-api-key", "ocp-apim-subscription-key",
    ]

    private var authorization: String? {
        for name in Self.keyHeaders {
            guard let value = self[header: name] else { continue }
            let words = value.split(separator: " ")
            return words.count > 1 ? "\(name): \(words[0])" : name
        }
        return nil
    }
}

extension RequestShape {
    /// The differences from a reference, one line each; empty if there are none.
    ///
    /// - Parameter ignoring: fields and names of the query that may be here or not.
    package func differences(from reference: RequestShape, ignoring: Set<String> = []) -> [String] {
        var lines: [String] = []
        func compare(_ what: String, _ own: String?, _ other: String?) {
            if own != other { lines.append("\(what) is \(own ?? "absent"), not \(other ?? "absent")") }
        }
        func compare(_ what: String, _ own: [String], _ other: [String]) {
            let difference = own.filter { !ignoring.contains($0) }.difference(
                from: other.filter { !ignoring.contains($0) })
            for change in difference {
                switch change {
                case .insert(_, let name, _): lines.append("\(what) has \(name) besides")
                case .remove(_, let name, _): lines.append("\(what) lacks \(name)")
                }
            }
        }
        compare("the method", method, reference.method)
        compare("the path", path, reference.path)
        compare("the key's header", authorization, reference.authorization)
        compare("the content type", contentType, reference.contentType)
        compare("the query", query, reference.query)
        compare("the body", fields, reference.fields)
        return lines
    }
}

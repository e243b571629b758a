internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Compresses answers of text and JSON for clients that accept gzip.
///
/// Streams of events are left alone, because an event must not wait for the next one. So are files that can be had in ranges:
/// a range counts the bytes of the file, not those of its compressed form.
struct Compression: RouterMiddleware {
    typealias Context = ServerContext

    /// The bytes from which compression saves more than it costs.
    static let least = 1_024
    /// Up to this size, an answer whose length is known is compressed as a whole, so that its new length is known, too.
    private static let wholeLimit = 1 << 20

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard Self.isEligible(response) else { return response }
        response.headers[values: .vary].append("Accept-Encoding")
        guard request.method != .head, ![204, 304].contains(response.status.code),
            !context.findings.values.isPrepared, Self.accepts(request.headers)
        else { return response }
        try await Self.compress(&response)
        return response
    }

    private static func isEligible(_ response: Response) -> Bool {
        guard let type = response.headers.mediaType, isText(type) else { return false }
        guard response.headers[.contentEncoding] == nil, response.headers[.acceptRanges] == nil,
            response.headers[.contentRange] == nil
        else { return false }
        // The answer to HEAD and one with 304 have no body, but the answer to GET may have one.
        return response.status == .notModified || response.headers[.contentLength].flatMap { Int($0) } ?? .max >= least
    }

    private static func isText(_ type: String) -> Bool {
        type != "text/event-stream" && (type.hasPrefix("text/") || types.contains(type))
    }

    private static let types: Set<String> = [
        "application/json", "application/problem+json", "application/manifest+json", "application/yaml",
        "image/svg+xml",
    ]

    private static func compress(_ response: inout Response) async throws {
        let body = response.body
        if let length = body.contentLength, length <= wholeLimit {
            let bytes = BodyCollector.Bytes()
            try await body.write(GzipWriter(BodyCollector(bytes: bytes)))
            response.body = ResponseBody(byteBuffer: bytes.buffer)
        } else {
            response.body = ResponseBody { writer in try await body.write(GzipWriter(writer)) }
        }
        response.headers[.contentEncoding] = "gzip"
        // Other bytes with the same meaning: the tag is a weak one.
        if let tag = response.headers[.eTag], !tag.hasPrefix("W/") { response.headers[.eTag] = "W/" + tag }
    }

    /// Whether `Accept-Encoding` prefers gzip to the plain bytes (RFC 9110, section 12.5.3).
    static func accepts(_ fields: HTTPFields) -> Bool {
        var weights: [String: Double] = [:]
        for coding in fields.words(of: .acceptEncoding) {
            let parts = coding.split(separator: ";").map(String.init)
            guard let name = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
            weights[name == "x-gzip" ? "gzip" : name] = weight ?? 1
        }
        let wanted = weights["gzip"] ?? weights["*"] ?? 0
        return wanted > 0 && wanted >= weights["identity"] ?? 0
    }
}

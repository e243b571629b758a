import VerbioTesting

@testable import VerbioServer

/// Requests for live sessions without WebSocket that are refused.
extension RefusedRequest {
    private static let json = ["Content-Type: application/json"]

    private static func live(
        _ suffix: String, _ query: String, _ status: Int, _ code: String, _ place: String, fields: [String] = [],
        body: [UInt8]? = Array("{}".utf8)
    ) -> RefusedRequest {
        RefusedRequest(
            route: suffix.isEmpty ? "POST /api/live" : "POST /api/live/{session}", status: status, code: code,
            place: place, target: "/api/live\(suffix)\(query)", method: "POST", fields: fields, body: body)
    }

    static let exchanges: [RefusedRequest] = [
        .live("", "?from=en", 400, "query.missing", "to"),
        .live(
            "", "?session=x", 404, "live.session", ""),
        .live(
            "", "?from=en&to=es", 400, "idempotency.live", "Idempotency-Key",
            fields: ["Idempotency-Key: a"]),
        .live(
            "", "?from=en&to=es&binary=true", 400, "query.unknown", ""),
        .live(
            "", "?from=en&to=es", 413, "body.too-large", "",
            fields: ["Content-Length: 1000001"], body: nil),
        .live(
            "", "?from=en&to=es", 415, "body.content-type", "",
            fields: ["Content-Type: text/plain"]),
        .live(
            "/x", "?from=en", 400, "query.unknown", "", fields: json),
        .live(
            "/x", "", 404, "live.session", "",
            fields: json),
        .live(
            "/x", "", 413, "body.too-large", "", fields: json,
            body: [UInt8](repeating: 32, count: 65_537)),
        .live(
            "/x", "", 415, "body.content-type", ""),
    ]
}

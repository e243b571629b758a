import VerbioTesting

@testable import VerbioServer

/// Requests for live sessions without WebSocket that are refused.
extension RefusedRequest {
    private static let json = ["Content-Type: application/json"]

    private static func live(
        _ place: String, _ query: String, _ status: Int, _ code: String, _ detail: String, fields: [String] = [],
        body: [UInt8]? = Array("{}".utf8)
    ) -> RefusedRequest {
        RefusedRequest(
            route: place.isEmpty ? "POST /api/live" : "POST /api/live/{session}", status: status, code: code,
            detail: detail, target: "/api/live\(place)\(query)", method: "POST", fields: fields, body: body)
    }

    static let exchanges: [RefusedRequest] = [
        .live("", "?from=en", 400, "query.missing", "to: it is missing; add to=es"),
        .live(
            "", "?session=x", 404, "live.session",
            "there is no such session; it has ended, or the server was started again; begin a new one"),
        .live(
            "", "?from=en&to=es", 400, "idempotency.live",
            "Idempotency-Key: live speech is not sent again, so it has no key; "
                + "leave it out; to continue after an interruption, use the session's token",
            fields: ["Idempotency-Key: a"]),
        .live(
            "", "?from=en&to=es&binary=true", 400, "query.unknown",
            "there is no parameter 'binary'; use \(LiveRequest.parameters.joined(separator: ", "))"),
        .live(
            "", "?from=en&to=es", 413, "body.too-large",
            "the audio is larger than 1000000 bytes; send it in parts or in a compressed format",
            fields: ["Content-Length: 1000001"], body: nil),
        .live(
            "", "?from=en&to=es", 415, "body.content-type",
            "the body must be an audio file, a form with one, or a JSON object with a text; "
                + "use curl --data-binary @file, curl -F file=@file, or Content-Type: application/json",
            fields: ["Content-Type: text/plain"]),
        .live(
            "/x", "?from=en", 400, "query.unknown", "there is no parameter 'from'; leave it out", fields: json),
        .live(
            "/x", "", 404, "live.session",
            "there is no such session; it has ended, or the server was started again; begin a new one",
            fields: json),
        .live(
            "/x", "", 413, "body.too-large", "the object has more than 65536 bytes; send less", fields: json,
            body: [UInt8](repeating: 32, count: 65_537)),
        .live(
            "/x", "", 415, "body.content-type",
            "the body must be a JSON object; send it with Content-Type: application/json"),
    ]
}

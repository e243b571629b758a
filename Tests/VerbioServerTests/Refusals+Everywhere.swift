/// What every route refuses.
extension RefusedRequest {
    /// Method, route, address and the methods that the address answers.
    private static let addresses: [(String, String, String, String)] = [
        ("GET", "/api/health", "/api/health", "GET or HEAD"), ("GET", "/metrics", "/metrics", "GET or HEAD"),
        ("GET", "/api/health/live", "/api/health/live", "GET or HEAD"),
        ("GET", "/api/health/ready", "/api/health/ready", "GET or HEAD"),
        ("GET", "/openapi.yaml", "/openapi.yaml", "GET or HEAD"),
        ("GET", "/openapi.json", "/openapi.json", "GET or HEAD"), ("GET", "/docs", "/docs", "GET or HEAD"),
        ("GET", "/", "/", "GET or HEAD"),
        ("GET", "/console/{file}", "/console/main.js", "GET or HEAD"),
        ("POST", "/api/translate", "/api/translate?from=en&to=es", "POST"),
        ("GET", "/api/jobs", "/api/jobs", "GET or HEAD or POST"),
        ("POST", "/api/jobs", "/api/jobs?from=en&to=es", "GET or HEAD or POST"),
        ("GET", oneJob, firstJob, "GET or HEAD or DELETE"), ("DELETE", oneJob, firstJob, "GET or HEAD or DELETE"),
        ("GET", oneJob + "/events", firstJob + "/events", "GET or HEAD"),
        ("GET", oneJob + "/film", firstJob + "/film", "GET or HEAD"),
        ("GET", "/api/languages", "/api/languages", "GET or HEAD"),
        ("GET", "/api/providers", "/api/providers", "GET or HEAD"),
        ("POST", "/api/providers/{name}/check", "/api/providers/deepl/check", "POST"),
        ("POST", "/api/analyze", "/api/analyze", "POST"),
        ("POST", "/asr", "/asr?language=en", "POST"), ("POST", "/detect-language", "/detect-language", "POST"),
        ("POST", "/api/peaks", "/api/peaks", "POST"), ("POST", "/api/estimate", "/api/estimate?to=es", "POST"),
        ("GET", "/api/live", "/api/live?from=en&to=es", "GET or HEAD or POST"),
        ("POST", "/api/live", "/api/live?from=en&to=es", "GET or HEAD or POST"),
        ("POST", "/api/live/{session}", "/api/live/x", "POST"),
        ("POST", "/api/live/tickets", "/api/live/tickets", "POST"),
        ("GET", "/api/conversations", "/api/conversations", "GET or HEAD"),
        ("GET", "/api/conversations/search", "/api/conversations/search?q=a", "GET or HEAD or POST"),
        ("POST", "/api/conversations/search", "/api/conversations/search", "GET or HEAD or POST"),
        ("GET", one, first, "GET or HEAD or PATCH or DELETE"),
        ("PATCH", one, first, "GET or HEAD or PATCH or DELETE"),
        ("DELETE", one, first, "GET or HEAD or PATCH or DELETE"),
        ("PATCH", one + "/speakers", first + "/speakers", "PATCH"),
        ("GET", one + "/audio", first + "/audio", "GET or HEAD"),
        ("GET", one + "/utterances", first + "/utterances", "GET or HEAD"),
        ("GET", one + "/export", first + "/export?format=srt", "GET or HEAD"),
        ("GET", "/api/usage", "/api/usage", "GET or HEAD"),
        ("GET", "/api/phrases", "/api/phrases", "GET or HEAD or POST"),
        ("POST", "/api/phrases", "/api/phrases", "GET or HEAD or POST"),
        ("GET", "/api/phrases/today", "/api/phrases/today", "GET or HEAD"),
        ("DELETE", "/api/phrases/{id}", "/api/phrases/p0", "DELETE"),
        ("GET", "/api/phrases/{id}/audio", "/api/phrases/p0/audio", "GET or HEAD"),
        ("POST", resuming, resumed, "POST"),
        ("PATCH", rewriting, rewritten, "PATCH"),
        ("POST", flip, flipped, "POST"), ("GET", sound, sounding, "GET or HEAD"),
    ]

    static let everywhere: [RefusedRequest] = (addresses + accountAddresses).flatMap { method, path, target, allowed in
        func refused(
            _ status: Int, _ code: String, _ place: String, method other: String? = nil, fields: [String] = []
        ) -> RefusedRequest {
            RefusedRequest(
                route: "\(method) \(path)", status: status, code: code, place: place, target: target,
                method: other ?? method, fields: fields, body: method == "POST" ? [] : nil)
        }
        return [
            refused(
                400, "request.host-missing", "",
                fields: ["Host:"]),
            refused(
                403, "request.host", "",
                fields: ["Host: evil.example"]),
            refused(
                403, "request.origin", "",
                fields: ["Origin: https://evil.example"]),
            refused(405, "request.method", "", method: "PUT"),
            refused(405, "request.method", "", method: "TRACE"),
            refused(
                405, "request.method", "",
                method: allowed == "POST" ? "GET" : allowed.contains("POST") ? "DELETE" : "POST"),
            refused(
                431, "request.headers-too-large", "",
                fields: ["X-Long: " + String(repeating: "x", count: 100_000)]),
        ]
    }
}

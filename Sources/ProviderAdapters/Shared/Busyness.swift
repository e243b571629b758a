internal import CurlHTTP
internal import HTTPTypes

/// Whether an error says that the server works and has too much to do, and not that it is broken.
enum Busyness {
    /// Words of llama.cpp (`slot unavailable`), Ollama (`server busy, please try again. maximum pending requests exceeded`), vLLM,
    /// text-generation-inference (`Model is overloaded`), and of gateways before them.
    private static let words = [
        "busy", "overload", "queue", "slot", "capacity", "too many", "pending requests", "concurren", "try again later",
    ]

    static func isTold(in message: String, _ response: ClientResponse) -> Bool {
        guard [429, 503, 529].contains(response.status) else { return false }
        let message = message.lowercased()
        return response.headers[.retryAfter] != nil || words.contains { message.contains($0) }
    }
}

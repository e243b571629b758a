// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import HTTPTypes
internal import Plumbing
internal import Providers

/// Text to speech by the server that comes with Piper (`python3 -m piper.http_server`), which answers with WAV.
///
/// Options: `speed`, `speaker`. The voice `default` is the one that the server was started with. A server that does not have a
/// voice would speak with that one, whatever its language, so its list is asked first.
struct PiperHTTPSynthesizer: SynthesisAdapter {
    /// The name of the server's own voice.
    static let ownVoice = "default"

    let declaration: SynthesisDeclaration
    let exchange: Exchange
    private let server = PiperHTTPServer()

    init(declaration: SynthesisDeclaration, exchange: Exchange) {
        self.declaration = declaration
        self.exchange = exchange
    }

    func synthesize(
        _ request: SynthesisRequest, voice: String, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        if voice != Self.ownVoice { try await server.require(voice, exchange) }
        let options = declaration.options ?? [:]
        let body = PiperRequest(
            text: request.text, voice: voice == Self.ownVoice ? nil : voice, speaker: options["speaker"],
            length_scale: options["speed"].flatMap(Double.init).flatMap { $0 > 0 ? 1 / $0 : nil })
        let response = try await server.post(body, exchange)
        var answer = SpokenAnswer(.recording, of: request, exchange)
        try await answer.read(response, to: audio)
        return try await answer.finished(voice: voice, to: audio)
    }
}

/// What is known of the server of one declaration.
private final class PiperHTTPServer: Sendable {
    private let state = Locked((path: "/synthesize", voices: Set<String>()))

    /// Sends a text to the page that the server's version has: `/synthesize`, and `/` up to version 1.4.
    func post(_ body: PiperRequest, _ exchange: Exchange) async throws -> ClientResponse {
        let path = state.withLock { $0.path }
        do {
            return try await exchange.post(path, json: body)
        } catch let error as ProviderError where path != "/" && [.missing, .rejected].contains(error.failure) {
            guard let response = try? await exchange.post("/", json: body) else { throw error }
            state.withLock { $0.path = "/" }
            return response
        }
    }

    /// - Throws: ``ProviderError`` of class `unsupported` if the server lists its voices and this one is not among them.
    func require(_ voice: String, _ exchange: Exchange) async throws {
        guard !state.withLock({ $0.voices.contains(voice) }) else { return }
        let listed: [ListedVoice]
        do {
            listed = try await PiperVoices.listed(by: exchange)
        } catch let error as ProviderError where [.missing, .rejected, .unusable].contains(error.failure) {
            // An older server has no list.
            return
        }
        let names = Set(listed.map(\.id))
        guard names.contains(voice) else {
            throw exchange.error(
                .unsupported, "its server does not have the voice \(voice)",
                cure: names.isEmpty
                    ? "install it there with 'python3 -m piper.download_voices \(voice)'"
                    : "install it there with 'python3 -m piper.download_voices \(voice)', or name one of: "
                        + names.sorted().prefix(20).joined(separator: ", "))
        }
        state.withLock { $0.voices = names }
    }
}

private struct PiperRequest: Encodable {
    var text: String
    var voice: String?
    var speaker: String?
    /// How long sounds are: 2 is half the speed.
    var length_scale: Double?
}

/// The voices that a server of Piper's has.
enum PiperVoices {
    private struct Voice: Decodable {
        struct Language: Decodable {
            var code: String?
        }

        var language: Language?
    }

    static func listed(by exchange: Exchange) async throws -> [ListedVoice] {
        let response = try await exchange.send(.get, "/voices")
        let voices = try await exchange.document([String: Voice].self, of: response)
        return voices.map { name, voice in
            ListedVoice(id: name, languages: [voice.language?.code ?? String(name.prefix { $0 != "-" })])
        }.sorted { $0.id < $1.id }
    }
}

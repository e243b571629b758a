import CurlHTTP
import HTTPTypes
import Language
import Plumbing
import ProviderAdapters
import Providers
import VerbioTesting

/// One adapter as a declaration makes it, and the recorded answers that may answer its requests.
struct AdapterCase: Sendable, CustomStringConvertible {
    enum Adapter: Sendable {
        case recognizer(any SpeechRecognizer)
        case translator(any Translator)
        case synthesizer(any SpeechSynthesizer)
    }

    /// Rows of the manifest: a folder, and what their endpoint's path contains.
    struct Source: Sendable {
        var provider: String
        var path: String
    }

    let name: String
    /// What is between the server's address and the adapter's paths.
    var base = ""
    /// Whether it asks for a stream of events.
    var streams = false
    let sources: [Source]
    let make: @Sendable (Endpoint) -> Adapter

    var description: String { name }

    /// A key that no text has by chance.
    static let key = "sk-verbio-0123456789-never-shown"

    /// One client for all tests that do not move its clock.
    static let client = HTTPClient(time: .patient)

    /// The adapter, in front of a server.
    ///
    /// - Parameters:
    ///   - url: of the server, without a slash at the end.
    ///   - isOwn: whether the server is the user's, which gets more time than a vendor's.
    func adapter(
        at url: String, client: HTTPClient = Self.client, time: TimeSource = .patient, key: String = Self.key,
        isOwn: Bool = true
    ) -> Adapter {
        var endpoint = endpoint(at: url, client: client, time: time, key: key)
        if !isOwn { endpoint.server = nil }
        return make(endpoint)
    }

    func endpoint(
        at url: String, client: HTTPClient = Self.client, time: TimeSource = .patient, key: String = Self.key
    ) -> Endpoint {
        Endpoint(name: name, url: url + base, key: APIKey(key), client: client, time: time)
    }

    /// Whether a row of that folder and endpoint answers what this adapter asks for.
    func takes(_ provider: String, _ endpoint: String) -> Bool {
        sources.contains { $0.provider == provider && endpoint.contains($0.path) }
    }
}

extension AdapterCase {
    static func recognizer(
        _ name: String, _ wire: RecognitionWire, model: String, base: String = "", streams: Bool = false,
        from sources: [(String, String)], _ change: (inout RecognitionDeclaration) -> Void = { _ in }
    ) -> AdapterCase {
        var declaration = RecognitionDeclaration(wire: wire, model: model)
        declaration.streams = streams
        change(&declaration)
        return AdapterCase(
            name: name, base: base, streams: streams, sources: sources.map(Source.init)
        ) { [declaration] in .recognizer(declaration.recognizer(at: $0)) }
    }

    static func translator(
        _ name: String, _ wire: TranslationWire, model: String, base: String = "", streams: Bool = false,
        options: [String: String] = [:], from sources: [(String, String)],
        _ change: (inout TranslationDeclaration) -> Void = { _ in }
    ) -> AdapterCase {
        var declaration = TranslationDeclaration(wire: wire, model: model)
        declaration.streams = streams
        declaration.options = options
        change(&declaration)
        return AdapterCase(
            name: name, base: base, streams: streams, sources: sources.map(Source.init)
        ) { [declaration] in .translator(declaration.translator(at: $0)) }
    }

    static func synthesizer(
        _ name: String, _ wire: SynthesisWire, model: String, voice: String, base: String = "",
        options: [String: String] = [:], from sources: [(String, String)]
    ) -> AdapterCase {
        var declaration = SynthesisDeclaration(wire: wire, model: model, voices: ["es": voice])
        declaration.options = options
        declaration.maximumCharacters = 2_000
        return AdapterCase(name: name, base: base, sources: sources.map(Source.init)) { [declaration] in
            .synthesizer(declaration.synthesizer(at: $0))
        }
    }
}

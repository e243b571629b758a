import CurlHTTP
import LocalEngines
import Plumbing
import ProviderAdapters
import Providers

/// Makes the translator that asks a server of a language model at its address, which changes with each start.
final class ServedWire: Sendable {
    private let declaration: TranslationDeclaration
    private let name: String
    private let client: HTTPClient
    private let time: TimeSource
    private let last = Locked<(address: ServerAddress, translator: any Translator)?>(nil)

    /// A translator that is never asked over the network, for its descriptor and capabilities.
    let sample: any Translator

    init(_ use: LanguageModelUse, _ server: any LanguageModelServer, client: HTTPClient, time: TimeSource) {
        name = server.name
        var declaration = TranslationDeclaration(wire: .openAIChat, model: server.model)
        declaration.streams = true
        declaration.concurrency = 1
        declaration.contextPairs = use.contextPairs
        declaration.price = .free
        declaration.options = ["prompt-form": use.promptForm]
        // A prompt with examples takes a tenth. The text and its translation share the rest, with a token for each letter of
        // Chinese and up to two for one of Hindi.
        declaration.maximumCharacters = server.contextTokens * 3 / 8
        self.declaration = declaration
        self.client = client
        self.time = time
        let nowhere = Endpoint(name: name, url: "http://127.0.0.1:9/v1", client: client, time: time)
        sample = declaration.translator(at: nowhere)
    }

    func translator(at address: ServerAddress) -> any Translator {
        if let last = last.withLock({ $0 }), last.address == address { return last.translator }
        let endpoint = Endpoint(
            name: name, url: address.url, key: APIKey(address.key), client: client, time: time)
        let new = declaration.translator(at: endpoint)
        last.withLock { $0 = (address, new) }
        return new
    }
}

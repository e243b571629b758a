import Language
import Plumbing
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// Which providers learn the trace of a call.
@Suite(.serialized) struct TraceFieldTests {
    private func translator(_ entry: String, _ url: String) throws -> any Translator {
        let yaml = "a: {url: '\(url)', \(entry)mt: {wire: libretranslate, model: m}}"
        let setup = ProviderSetup(
            catalog: try ProviderCatalog(yaml: yaml, at: "list.yaml"), environment: [:], client: AdapterCase.client,
            time: .patient
        ) { _ in "" }
        return try #require(try setup.translator("a"))
    }

    private static let tracer = Tracer(TraceSampler(followsParent: true, ratio: 0), time: .patient) { _ in }

    /// A server of the user's own network learns it, unless its entry says otherwise. A trace that is not kept is told, too:
    /// the server then keeps none of its own spans.
    @Test(arguments: [("", true), ("traces: true, ", true), ("traces: 'false', ", false)])
    func ownServer(entry: String, learns: Bool) async throws {
        try await withStandIn(.json(200, #"{"translatedText":"Hola"}"#)) { server in
            let translator = try translator(entry, server.url)
            let request = TranslationRequest(
                text: "Hello", pair: try LanguagePair(from: .en, to: .es),
                context: CallContext(conversation: "c", utterance: 1))
            let remote = TraceContext(
                traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", state: "a=1")
            let span = Self.tracer.begin("request", .request, after: remote)
            let answer = try await TraceSpan.running(span) {
                try await CallSpan.around(.translation, translator.descriptor, attempt: 1) {
                    try await translator.translate(request) { _ in }
                }
            }
            #expect(answer.text == "Hola")
            _ = try await translator.translate(request) { _ in }
            let fields = server.requests.map { $0.values(of: "traceparent") + $0.values(of: "tracestate") }
            #expect(fields[1].isEmpty, "no span, no field")
            #expect(fields[0].count == (learns ? 2 : 0))
            if learns {
                let parent = fields[0][0]
                #expect(parent.hasPrefix("00-4bf92f3577b34da6a3ce929d0e0e4736-") && parent.hasSuffix("-00"))
                #expect(!parent.contains("00f067aa0ba902b7") && !parent.contains(span.context.span), "it is the call's")
                #expect(fields[0][1] == "a=1")
            }
        }
    }

    /// A vendor learns it only if its entry says so.
    @Test(arguments: [
        ("https://api.example.com", false), ("http://127.0.0.1:5000", true), ("http://vllm:8000/v1", true),
        ("http://8.8.8.8", false),
    ])
    func places(url: String, learns: Bool) {
        #expect(Endpoint(name: "a", url: url, client: AdapterCase.client).joinsTraces == learns)
    }
}
